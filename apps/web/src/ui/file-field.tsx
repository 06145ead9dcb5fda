import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { Field, type FieldTexts, invalid } from "./field.tsx";
import styles from "./file-field.module.css";
import { useUiText } from "./messages.ts";
import { VisibleText } from "./visible-text.tsx";

/** Area for one file, which the user drops there or selects. */
export function FileField({
  accept,
  fileName,
  isDisabled = false,
  onChange,
  ...texts
}: FieldTexts & {
  /** Types and extensions of files, as in the `accept` attribute. */
  readonly accept: string;
  /** Name of the selected file; null for none. */
  readonly fileName: string | null;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (file: File | undefined) => void;
}) {
  const t = useUiText();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  return (
    <Field id={id} texts={texts}>
      <div className={styles.area} data-over={isOver || undefined} data-disabled={isDisabled || undefined}>
        <FileUp size={20} aria-hidden />
        {fileName === null ? (
          <span>{t("dropFile")}</span>
        ) : (
          <span>
            <strong>
              <VisibleText text={fileName} />
            </strong>{" "}
            <span className={styles.other}>{t("otherFile")}</span>
          </span>
        )}
        {/* Covers the area, so that the browser handles clicks and dropped files. */}
        <input
          {...invalid(id, texts.error)}
          id={id}
          className={styles.input}
          type="file"
          accept={accept}
          disabled={isDisabled}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={({ target }) => onChange(target.files?.[0])}
        />
      </div>
    </Field>
  );
}
