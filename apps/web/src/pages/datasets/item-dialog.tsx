import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  addDatasetItem,
  changeDatasetItem,
  datasetItemDetail,
  type DatasetItemDetailQuery,
  removeDatasetItem,
  sourceStep,
} from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { isJsonObject, readableJson } from "../../json/json-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { stepTarget } from "../logs/record-target.ts";
import styles from "./datasets-page.module.css";
import { draftOfItem, type ItemDraft, readItemDraft } from "./item-draft.ts";
import { useDatasetsText } from "./messages.ts";
import { SameInputs } from "./same-inputs.tsx";
import { SplitField } from "./split-field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type StoredItem = NonNullable<DatasetItemDetailQuery["datasetItem"]>;

/** Shows an item for editing, or creates a new one. */
export function ItemDialog({
  datasetId,
  version,
  splits,
  itemId,
  title,
  onClose,
}: {
  readonly datasetId: string;
  /** Past version, whose items are read-only; undefined for the latest. */
  readonly version: number | undefined;
  /** Names of the splits of the dataset. */
  readonly splits: readonly string[];
  /** Id of the item; `new` to create one. */
  readonly itemId: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const isNew = itemId === "new";
  const { data, error, refetch } = useOperation(datasetItemDetail, { id: itemId, version }, { enabled: !isNew });
  const item = data?.datasetItem;
  const isThere = item?.id === itemId && item.datasetId === datasetId;
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      {!isNew && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isNew && !error && !data && <LoadingState />}
      {!isNew && data && !isThere && <EmptyState title={t("itemMissing")} />}
      {(isNew || isThere) && (
        <ItemForm
          key={itemId}
          datasetId={datasetId}
          isPast={version !== undefined}
          splits={splits}
          item={isThere ? item : null}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function ItemForm({
  datasetId,
  isPast,
  splits,
  item,
  onClose,
}: {
  readonly datasetId: string;
  readonly isPast: boolean;
  readonly splits: readonly string[];
  readonly item: StoredItem | null;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const mayWrite = usePermission("write") && !isPast;
  const [draft, setDraft] = useState(() => draftOfItem(item));
  const [problem, setProblem] = useState<"json" | "input" | "metadata" | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const add = useChange(addDatasetItem);
  const change = useChange(changeDatasetItem);
  const remove = useChange(removeDatasetItem);
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
  const field = { isReadOnly: !mayWrite };

  return (
    <Form onSubmit={save}>
      {item?.stepId && <SourceLink stepId={item.stepId} />}
      {item && mayWrite && (
        <p>
          <Link
            from="/projects/$projectId/datasets/$datasetId"
            to="/projects/$projectId/playground"
            search={{ item: item.id }}
          >
            {t("openPlayground")}
          </Link>
        </p>
      )}
      <JsonField
        {...field}
        label={t("input")}
        hint={t("inputHint")}
        rows={8}
        value={draft.input}
        error={problem === "input" ? t("inputRequired") : null}
        onChange={(input) => set({ input })}
      />
      {mayWrite && <SameInputs datasetId={datasetId} itemId={item?.id ?? null} input={draft.input} />}
      <JsonField
        {...field}
        label={t("expectedOutput")}
        hint={t("expectedHint")}
        value={draft.expectedOutput}
        onChange={(expectedOutput) => set({ expectedOutput })}
      />
      <JsonField
        {...field}
        label={t("metadata")}
        rows={3}
        value={draft.metadata}
        error={problem === "metadata" ? t("notAnObject") : null}
        onChange={(metadata) => set({ metadata })}
      />
      {(mayWrite || draft.splits !== "") && (
        <SplitField
          value={draft.splits}
          known={splits}
          isReadOnly={!mayWrite}
          onChange={(text) => set({ splits: text })}
        />
      )}
      {Array.isArray(item?.intermediarySteps) && item.intermediarySteps.length > 0 && (
        <IntermediarySteps steps={item.intermediarySteps} />
      )}
      <DialogError error={add.error ?? change.error} />
      {mayWrite && (
        <div className={styles.spread}>
          <div>
            {item && (
              <Button look="danger" onClick={() => setIsRemoving(true)}>
                {t("removeItem")}
              </Button>
            )}
          </div>
          <DialogActions>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button type="submit" look="primary" disabled={add.isPending || change.isPending}>
              {t("save")}
            </Button>
          </DialogActions>
        </div>
      )}
      <ConfirmDialog
        title={t("removeItemTitle")}
        action={t("remove")}
        isOpen={isRemoving}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => item && remove.mutate({ id: item.id }, { onSuccess: onClose })}
      />
    </Form>
  );
}

function SourceLink({ stepId }: { readonly stepId: string }) {
  const t = useDatasetsText();
  const { projectId } = useParams({ from: "/projects/$projectId/datasets/$datasetId" });
  const { data } = useOperation(sourceStep, { id: stepId });
  if (!data) return null;
  if (!data.step) return <p className={styles.muted}>{t("sourceGone", { id: stepId })}</p>;
  const { id, name } = data.step;
  return (
    <p>
      <Link {...stepTarget(data.step, projectId)}>{t("openSource", { name: name ?? id })}</Link>
    </p>
  );
}

function IntermediarySteps({ steps }: { readonly steps: readonly StoredItem["input"][] }) {
  const t = useDatasetsText();
  const formats = useFormats();
  return (
    <section className={styles.steps}>
      <h3>
        {t("steps")} ({formats.number(steps.length)})
      </h3>
      {steps.map((step, index) => {
        const { id, name, type } = isJsonObject(step) ? step : {};
        return (
          // The key includes the index, because several copies may have the same id. The list never changes.
          <details key={`${index} ${readableJson(id)}`}>
            <summary>
              <VisibleText text={readableJson(name) || readableJson(id) || String(index + 1)} />{" "}
              <span className={styles.muted}>
                <VisibleText text={readableJson(type)} />
              </span>
            </summary>
            <pre className={styles.json} tabIndex={0}>
              <VisibleText text={readableJson(step)} />
            </pre>
          </details>
        );
      })}
    </section>
  );
}
