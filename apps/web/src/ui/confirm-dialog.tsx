import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogActions, DialogError } from "./dialog-parts.tsx";
import { useUiText } from "./messages.ts";

export function ConfirmDialog({
  title,
  action,
  isOpen,
  isBusy,
  isHarmless = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  /** Whether the button is neutral instead of red. */
  readonly isHarmless?: boolean | undefined;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const t = useUiText();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <DialogError error={error} />
      <DialogActions>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button look={isHarmless ? "primary" : "danger"} disabled={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
