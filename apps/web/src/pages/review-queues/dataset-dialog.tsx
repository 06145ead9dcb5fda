import { useChange } from "../../api/use-request.ts";
import { reviewToDataset } from "../../generated/review-queues.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { DatasetChoiceField } from "../datasets/dataset-choice.tsx";
import { useAddedToast } from "../datasets/use-added-toast.ts";
import { useDatasetChoice } from "../datasets/use-dataset-choice.ts";
import { useReviewText } from "./messages.ts";

export function DatasetDialog({ reviewId, onClose }: { readonly reviewId: string; readonly onClose: () => void }) {
  const t = useReviewText();
  const add = useChange(reviewToDataset);
  const choice = useDatasetChoice(({ type }) => type === "key_value");
  const confirmAdded = useAddedToast();
  const isBusy = choice.isCreating || add.isPending;
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const dataset = await choice.resolve();
    if (dataset === null) return;
    const { addReviewToDataset: item } = await add.mutateAsync({ id: reviewId, datasetId: dataset.id });
    confirmAdded(dataset, 1, item?.id);
    onClose();
  };
  return (
    <Dialog title={t("toDataset")} isOpen onClose={onClose}>
      {choice.isLoading ? (
        <LoadingState />
      ) : (
        <Form onSubmit={() => void submit().catch(() => undefined)}>
          <DatasetChoiceField choice={choice} />
          <DialogError error={choice.loadError ?? choice.error ?? add.error} />
          <DialogActions>
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button type="submit" look="primary" disabled={!choice.isChosen || isBusy}>
              {t("toDataset")}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
