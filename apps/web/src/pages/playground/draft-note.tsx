import { Button } from "../../ui/button.tsx";
import { useUiText } from "../../ui/messages.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { Draft } from "./use-draft.ts";

/**
 * Says that the playground has unsaved changes, and whether the tab keeps them. A button discards the changes, and then
 * restores them. Text and button stay mounted, so that screen readers announce the text, and the button keeps the
 * focus.
 */
export function DraftNote({ draft: { state, discard, undo } }: { readonly draft: Draft }) {
  const t = usePlaygroundText();
  const ui = useUiText();
  return (
    <span className={styles.draft}>
      <span role="status">{state && t(`draft_${state}`)}</span>
      {state && (
        <Button size="small" onClick={state === "discarded" ? undo : discard}>
          {state === "discarded" ? ui("undo") : t("discardDraft")}
        </Button>
      )}
    </span>
  );
}
