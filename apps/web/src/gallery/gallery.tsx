import { applyTheme, themes } from "../design/theme.ts";
import { Button } from "../ui/button.tsx";
import { Choices } from "./choices.tsx";
import { Contents } from "./contents.tsx";
import { Controls } from "./controls.tsx";
import { Foundations } from "./foundations.tsx";
import styles from "./gallery.module.css";
import { Row } from "./group.tsx";
import { States } from "./states.tsx";

export function Gallery() {
  return (
    <main className={styles.gallery}>
      <h1>Gallery</h1>
      <Row>
        {themes.map((theme) => (
          <Button key={theme} size="small" onClick={() => applyTheme(theme)}>
            {theme}
          </Button>
        ))}
      </Row>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Foundations />
          <Controls />
        </div>
        <div className={styles.column}>
          <Choices />
          <Contents />
        </div>
        <div className={styles.column}>
          <States />
        </div>
      </div>
    </main>
  );
}
