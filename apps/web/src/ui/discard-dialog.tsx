import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useUiText } from "./messages.ts";

/** Asks before a dialog with changed fields closes without saving them. */
export function DiscardDialog({
  isOpen,
  onDiscard,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}) {
  const t = useUiText();
  return (
    <ConfirmDialog
      title={t("discardTitle")}
      action={t("discard")}
      isOpen={isOpen}
      isBusy={false}
      error={null}
      onConfirm={onDiscard}
      onClose={onClose}
    >
      {t("discardAbout")}
    </ConfirmDialog>
  );
}
