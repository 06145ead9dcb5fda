import type { ReactNode } from "react";
import { useChange, useRequest } from "../api/use-request.ts";
import type { Operation } from "../operation.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

export function RemoveDialog({
  id,
  operation,
  title,
  action,
  isLeaving = false,
  onClose,
  onRemoved = onClose,
  children,
}: {
  /** Id of the record; null while the dialog is closed. */
  readonly id: string | null;
  readonly operation: Operation<unknown, { readonly id: string }>;
  readonly title: string;
  readonly action: string;
  /**
   * Whether `onRemoved` navigates to another page. The current page is then not reloaded, because its record no longer
   * exists.
   */
  readonly isLeaving?: boolean | undefined;
  readonly onClose: () => void;
  /** Default: closes the dialog. */
  readonly onRemoved?: (() => void) | undefined;
  /** States what is deleted with the record, and what is kept. */
  readonly children?: ReactNode;
}) {
  const change = useChange(operation);
  const request = useRequest(operation);
  const remove = isLeaving ? request : change;
  return (
    <ConfirmDialog
      title={title}
      action={action}
      isOpen={id !== null}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => {
        // After the deletion, the page may reload and remove this dialog. A callback of `mutate` would then not be
        // called, so the promise is used. Errors are ignored here, because the dialog shows `remove.error`.
        if (id !== null) void remove.mutateAsync({ id }).then(onRemoved, () => undefined);
      }}
    >
      {children && <p>{children}</p>}
    </ConfirmDialog>
  );
}
