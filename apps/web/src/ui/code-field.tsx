import { useId } from "react";
import styles from "./code-field.module.css";
import { Field, type FieldTexts, invalid } from "./field.tsx";
import markdown from "./markdown/markdown.module.css";
import { onDemand } from "./on-demand.tsx";
import { VisibleText } from "./visible-text.tsx";

// The grammars are large, so they are loaded on demand.
const HighlightedCode = onDemand(async () => (await import("./markdown/highlighted-code.tsx")).HighlightedCode);

/**
 * Code editor with syntax highlighting. A transparent text area covers the highlighted text. The Tab key moves the
 * focus, as in other fields.
 */
export function CodeField({
  value,
  language,
  isReadOnly,
  onChange,
  ...texts
}: FieldTexts & {
  readonly value: string;
  readonly language: string;
  readonly isReadOnly?: boolean | undefined;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const plain = <VisibleText text={value} />;
  return (
    <Field id={id} texts={texts}>
      <div className={styles.frame}>
        <div className={styles.sheet}>
          <pre className={styles.text} aria-hidden dir="ltr">
            <code className={markdown.code}>
              <HighlightedCode code={value} language={language} whileLoading={plain} />
            </code>
            {"\n"}
          </pre>
          <textarea
            {...invalid(id, texts.error)}
            id={id}
            className={styles.input}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            value={value}
            readOnly={isReadOnly}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </div>
    </Field>
  );
}
