import { CopyButton } from "./copy-button.tsx";
import styles from "./code.module.css";
import { VisibleText } from "./visible-text.tsx";

export function Code({ text }: { readonly text: string }) {
  return (
    <div className={styles.code}>
      <pre tabIndex={0}>
        <VisibleText text={text} />
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
