import { type Dispatch, type SetStateAction, useState } from "react";
import { useChange } from "../../api/use-request.ts";
import {
  addDatasetItem,
  changeDatasetItem,
  type DatasetItemDetailQuery,
  removeDatasetItem,
} from "../../generated/datasets.ts";
import { Button } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiscardDialog } from "../../ui/discard-dialog.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { ValueField } from "../../ui/value-field.tsx";
import styles from "./datasets-page.module.css";
import { draftOfItem, type ItemDraft, readItemDraft } from "./item-draft.ts";
import { useDatasetsText } from "./messages.ts";
import { SameInputs } from "./same-inputs.tsx";
import { SplitField } from "./split-field.tsx";

type StoredItem = NonNullable<DatasetItemDetailQuery["datasetItem"]>;

export function ItemDialog({
  datasetId,
  splits,
  item,
  title,
  onClose,
  onRemoved,
}: {
  readonly datasetId: string;
  readonly splits: readonly string[];
  readonly item: StoredItem | null;
  readonly title: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const [first] = useState(() => draftOfItem(item));
  const [draft, setDraft] = useState(first);
  const [isLeaving, setIsLeaving] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first);
  const leave = (): void => (isChanged ? setIsLeaving(true) : onClose());
  return (
    <Dialog title={title} isOpen isWide onClose={leave}>
      <ItemForm
        {...{ datasetId, splits, item, draft, setDraft }}
        onCancel={leave}
        onClose={onClose}
        onRemoved={onRemoved}
      />
      <DiscardDialog isOpen={isLeaving} onDiscard={onClose} onClose={() => setIsLeaving(false)} />
    </Dialog>
  );
}

function ItemForm({
  datasetId,
  splits,
  item,
  draft,
  setDraft,
  onCancel,
  onClose,
  onRemoved,
}: Omit<Parameters<typeof ItemDialog>[0], "title"> & {
  readonly draft: ItemDraft;
  readonly setDraft: Dispatch<SetStateAction<ItemDraft>>;
  /** Closes the dialog without saving. */
  readonly onCancel: () => void;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const [problem, setProblem] = useState<"json" | "input" | "metadata" | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const add = useChange(addDatasetItem);
  const change = useChange(changeDatasetItem);
  const set = (part: Partial<ItemDraft>): void => {
    setProblem(null);
    setDraft((current) => ({ ...current, ...part }));
  };
  const save = (): void => {
    const read = readItemDraft(draft);
    setProblem(read.problem);
    if (read.problem !== null) return;
    if (item) change.mutate({ id: item.id, ...read.content }, { onSuccess: onClose });
    else add.mutate({ datasetId, ...read.content }, { onSuccess: onClose });
  };

  return (
    <Form onSubmit={save}>
      <JsonField
        label={t("input")}
        hint={t("inputHint")}
        rows={8}
        value={draft.input}
        error={problem === "input" ? t("inputRequired") : null}
        onChange={(input) => set({ input })}
      />
      <SameInputs datasetId={datasetId} itemId={item?.id ?? null} input={draft.input} />
      <ValueField
        label={t("expectedOutput")}
        hint={t("expectedHint")}
        value={draft.expectedOutput}
        onChange={(expectedOutput) => set({ expectedOutput })}
      />
      <JsonField
        label={t("metadata")}
        rows={3}
        value={draft.metadata}
        error={problem === "metadata" ? t("notAnObject") : null}
        onChange={(metadata) => set({ metadata })}
      />
      <SplitField value={draft.splits} known={splits} onChange={(text) => set({ splits: text })} />
      <DialogError error={add.error ?? change.error} />
      <div className={styles.spread}>
        <div>
          {item && (
            <Button look="danger" onClick={() => setIsRemoving(true)}>
              {t("removeItem")}
            </Button>
          )}
        </div>
        <DialogActions>
          <Button onClick={onCancel}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending || change.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </div>
      <RemoveDialog
        id={isRemoving ? (item?.id ?? null) : null}
        operation={removeDatasetItem}
        title={t("removeItemTitle")}
        action={t("remove")}
        onClose={() => setIsRemoving(false)}
        onRemoved={onRemoved}
      />
    </Form>
  );
}
