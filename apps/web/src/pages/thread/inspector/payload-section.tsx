import type { JsonValue } from "@threadline/schema/sdk";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useStoredState } from "../../../ui/use-stored-state.ts";
import { asText, type ValueFormat, valueFormats, ValueView } from "../content/value-view.tsx";
import { useInspectorText } from "./messages.ts";
import styles from "./inspector.module.css";
import { Section } from "./section.tsx";

/** Payload in the format that the user last selected for this section. */
export function PayloadSection({
  title,
  place,
  value,
}: {
  readonly title: string;
  /** Location of the section; each one remembers its format. */
  readonly place: string;
  readonly value: JsonValue;
}) {
  const t = useInspectorText();
  const [format, setFormat] = useStoredState<ValueFormat>(
    `thread.format.${place}`,
    (stored) => valueFormats.find((each) => each === stored) ?? "formatted",
  );
  return (
    <Section
      title={title}
      tools={
        <>
          <span className={styles.formats} role="group" aria-label={t("format")}>
            {valueFormats.map((each) => (
              <Button key={each} size="small" look="plain" isPressed={each === format} onClick={() => setFormat(each)}>
                {t(each)}
              </Button>
            ))}
            <CopyButton text={() => asText(value)} />
          </span>
        </>
      }
    >
      <div className={styles.box}>
        <ValueView value={value} format={format} />
      </div>
    </Section>
  );
}
