import { classes } from "../ui/classes.ts";
import styles from "./gallery.module.css";
import { Group, Row } from "./group.tsx";

const backgrounds = ["background", "background-sunken", "background-raised", "background-hover", "background-selected"];
const colors = [
  "text",
  "text-muted",
  "accent",
  "danger",
  "warning",
  "success",
  "step-message",
  "step-run",
  "step-llm",
  "step-tool",
  "step-retrieval",
  "step-other",
];

export function Foundations() {
  return (
    <>
      <Group title="Type">
        <p className={styles.big}>Title 24</p>
        <p className={styles.large}>Section 18</p>
        <p>Text 14: the quick brown fox, Ünïcödé, Ελληνικά, Кириллица, العربية, 日本語</p>
        <p className={styles.dense}>Dense 13: the quick brown fox</p>
        <p className={styles.small}>Small 12: the quick brown fox</p>
        <p className={styles.figures}>
          1,111.11
          <br />
          8,088.80
        </p>
        <p>
          <code>{'if (a !== b && c >= d) return "0O1lI";'}</code> <kbd>Ctrl K</kbd> <a href="#link">Link</a>
        </p>
      </Group>
      <Group title="Colors">
        <Row>
          {backgrounds.map((name) => (
            <span key={name} className={styles.sample} ref={(element) => paint(element, "background", name)}>
              <span className={styles.small}>{name.replace("background-", "")}</span>
            </span>
          ))}
        </Row>
        <Row>
          {colors.map((name) => (
            <span key={name} className={classes(styles.small)} ref={(element) => paint(element, "color", name)}>
              {name}
            </span>
          ))}
        </Row>
      </Group>
    </>
  );
}

function paint(element: HTMLElement | null, property: string, token: string): void {
  element?.style.setProperty(property, `var(--${token})`);
}
