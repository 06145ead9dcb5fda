import { LongText } from "../content/long-text.tsx";
import styles from "./cards.module.css";
import { VisibleText } from "../../../ui/visible-text.tsx";

export function StepError({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null;
  return (
    <LongText text={text} limit={2_000}>
      {(shown) => (
        <div className={styles.error}>
          <VisibleText text={shown} />
        </div>
      )}
    </LongText>
  );
}
