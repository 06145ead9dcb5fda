import { removeDashboard } from "../../generated/dashboards.ts";
import { RemoveDialog } from "../remove-dialog.tsx";
import { useDashboardsText } from "./messages.ts";

/** Deletes a dashboard after a confirmation. */
export function RemoveDashboard({
  dashboard: { id, name },
  isLeaving,
  onRemoved,
  onClose,
}: {
  readonly dashboard: { readonly id: string; readonly name: string };
  /** Whether `onRemoved` navigates away from the view. */
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
