import { useChange } from "../../api/use-request.ts";
import { removeExperiment } from "../../generated/experiments.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useExperimentsText } from "./messages.ts";

export function RemoveExperiment({
  experiment: { id, name, itemCount },
  onClose,
  onRemoved,
}: {
  readonly experiment: { readonly id: string; readonly name: string; readonly itemCount: number };
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const t = useExperimentsText();
  const remove = useChange(removeExperiment);
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      action={t("remove")}
      isOpen
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { id },
          {
            onSuccess: () => {
              onRemoved();
              onClose();
            },
          },
        )
      }
    >
      <p>{t("removeAbout", { count: itemCount })}</p>
    </ConfirmDialog>
  );
}
