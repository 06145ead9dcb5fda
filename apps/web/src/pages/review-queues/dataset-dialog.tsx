import { useState } from "react";
import { useChange, useOperation } from "../../api/use-request.ts";
import { reviewDatasets, reviewToDataset } from "../../generated/review-queues.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useReviewText } from "./messages.ts";

/** Makes the correction of a review the expected output of a dataset item. */
export function DatasetDialog({ reviewId, onClose }: { readonly reviewId: string; readonly onClose: () => void }) {
  const t = useReviewText();
  const toast = useToast();
  const { data, error } = useOperation(reviewDatasets, {});
  const add = useChange(reviewToDataset);
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = (data?.datasets.edges ?? []).map(({ node }) => node).filter(({ type }) => type === "key_value");
  const datasetId = chosen ?? choices[0]?.id;
  const submit = (): void => {
    if (datasetId === undefined) return;
    add.mutate(
      { id: reviewId, datasetId },
      {
        onSuccess: () => {
          toast({ text: t("addedToDataset") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("toDataset")} isOpen onClose={onClose}>
      {!data && !error && <LoadingState />}
      <Form onSubmit={submit}>
        {data && choices.length === 0 && <p>{t("noDatasets")}</p>}
        {datasetId !== undefined && (
          <SelectField
            label={t("dataset")}
            options={choices.map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
            value={datasetId}
            onChange={setChosen}
          />
        )}
        <DialogError error={error ?? add.error} />
        <DialogActions>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" look="primary" disabled={datasetId === undefined || add.isPending}>
            {t("toDataset")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
