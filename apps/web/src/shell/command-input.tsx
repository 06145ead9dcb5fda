import { type Ref, useId } from "react";
import styles from "./command-dialog.module.css";
import { useShellText } from "./messages.ts";

export function CommandInput({
  ref,
  text,
  onTextChange,
  onEnter,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onEnter: () => void;
}) {
  const t = useShellText();
  const id = useId();
  return (
    <>
      <input
        ref={ref}
        className={styles.input}
        role="combobox"
        aria-label={t("commands")}
        aria-expanded={false}
        aria-controls={id}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("search")}
        value={text}
        onChange={({ target }) => onTextChange(target.value)}
        onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && onEnter()}
      />
      <p id={id} role="status" className={styles.status}>
        {t("searching")}
      </p>
    </>
  );
}
