import { removeDashboard } from "../../generated/dashboards.ts";
import { RemoveDialog } from "../remove-dialog.tsx";
import { useDashboardsText } from "./messages.ts";

export function RemoveDashboard({
  dashboard: { id, name },
  isLeaving,
  onRemoved,
  onClose,
}: {
  readonly dashboard: { readonly id: string; readonly name: string };
  /** Whether `onRemoved` opens another page, so that this page need not be reloaded. */
  readonly isLeaving?: boolean | undefined;
  readonly onRemoved?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const t = useDashboardsText();
  return (
    <RemoveDialog
      id={id}
      operation={removeDashboard}
      title={t("removeTitle", { name })}
      action={t("remove")}
      isLeaving={isLeaving}
      onClose={onClose}
      onRemoved={onRemoved}
    >
      {t("removeAbout")}
    </RemoveDialog>
  );
}
