import { useRequest } from "../../api/use-request.ts";
import { removeDashboard } from "../../generated/dashboards.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useDashboardsText } from "./messages.ts";

/** Deletes a dashboard after a confirmation. */
export function RemoveDashboard({
  dashboard: { id, name },
  onRemoved,
  onClose,
}: {
  readonly dashboard: { readonly id: string; readonly name: string };
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}) {
  const t = useDashboardsText();
  const remove = useRequest(removeDashboard);
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      action={t("remove")}
      isOpen
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id }, { onSuccess: onRemoved })}
    >
      <p>{t("removeAbout")}</p>
    </ConfirmDialog>
  );
}
