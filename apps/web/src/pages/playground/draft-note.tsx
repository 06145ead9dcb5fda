import { Button } from "../../ui/button.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { DraftState } from "./use-draft.ts";

/** Says that the playground has unsaved changes, and whether the browser keeps them. */
export function DraftNote({ state, onDiscard }: { readonly state: DraftState; readonly onDiscard: () => void }) {
  const t = usePlaygroundText();
  return (
    <span className={styles.draft}>
      <span role="status">{t(`draft_${state}`)}</span>
      <Button size="small" onClick={onDiscard}>
        {t("discardDraft")}
      </Button>
    </span>
  );
}
