import type { JsonValue } from "@threadline/schema/sdk";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useStoredState } from "../../../ui/use-stored-state.ts";
import { asText } from "../content/as-text.ts";
import { type ValueFormat, valueFormats, ValueView } from "../content/value-view.tsx";
import { useInspectorText } from "./messages.ts";
import styles from "./inspector.module.css";
import { Section } from "./section.tsx";

/** A payload in the format last selected for this section. */
export function PayloadSection({
  title,
  place,
  value,
  initial = "formatted",
  isLinked = false,
}: {
  readonly title: string;
  /** Key under which the browser stores the format that the user selects. */
  readonly place: string;
  readonly value: JsonValue;
  /** Format until the user selects one. */
  readonly initial?: ValueFormat | undefined;
  /**
   * Whether the URL links to a part of this payload. The payload is then formatted until the user selects another
   * format, because only the formatted view can scroll to the part.
   */
  readonly isLinked?: boolean | undefined;
}) {
  const t = useInspectorText();
  const [isOverridden, setIsOverridden] = useState(false);
  const [stored, setFormat] = useStoredState<ValueFormat>(
    `thread.format.${place}`,
    (kept) => valueFormats.find((each) => each === kept) ?? initial,
  );
  const format = isLinked && !isOverridden ? "formatted" : stored;
  return (
    <Section
      title={title}
      tools={
        <>
          <span className={styles.formats} role="group" aria-label={t("format")}>
            {valueFormats.map((each) => (
              <Button
                key={each}
                size="small"
                look="plain"
                isPressed={each === format}
                onClick={() => {
                  setFormat(each);
                  setIsOverridden(true);
                }}
              >
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
