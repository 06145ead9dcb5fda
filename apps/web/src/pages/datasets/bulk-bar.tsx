import { Layers, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { changeItemSplits, removeDatasetItems } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import styles from "./datasets-page.module.css";
import { inParts } from "./in-parts.ts";
import { useDatasetsText } from "./messages.ts";
import type { SelectedItems } from "./use-item-selection.ts";

const BulkSplitDialog = onDemand(async () => (await import("./bulk-split-dialog.tsx")).BulkSplitDialog);

/** Actions for the selected items of a dataset. */
export function BulkBar({
  selection: { ids, select },
  splits,
  totalCount,
  onSelectAll,
}: {
  readonly selection: SelectedItems;
  readonly splits: readonly string[];
  /** Number of listed items, including those that are not loaded. */
  readonly totalCount: number;
  readonly onSelectAll: () => Promise<void>;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const [dialog, setDialog] = useState<"splits" | "remove" | null>(null);
  const [isReading, setIsReading] = useState(false);
  const remove = useChange(removeDatasetItems);
  const change = useChange(changeItemSplits);
  const count = ids.size;
  if (count === 0) return null;
  const end = (): void => {
    setDialog(null);
    select([]);
  };
  const removeAll = async (): Promise<void> => {
    for (const part of inParts([...ids])) {
      // oxlint-disable-next-line no-await-in-loop -- one version of the dataset after the other
      await remove.mutateAsync({ ids: part });
    }
    end();
  };
  const changeAll = async (splitsOf: { readonly add: string[]; readonly remove: string[] }): Promise<void> => {
    for (const part of inParts([...ids])) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await change.mutateAsync({ ids: part, ...splitsOf });
    }
    end();
  };
  const selectAll = async (): Promise<void> => {
    setIsReading(true);
    await onSelectAll().finally(() => setIsReading(false));
  };
  return (
    <div className={styles.bulk} role="group" aria-label={t("selectedItems", { count })}>
      <span role="status">{t("selectedItems", { count })}</span>
      {count < totalCount && (
        <Button size="small" look="plain" disabled={isReading} onClick={() => void selectAll()}>
          {t("selectAll", { count: formats.number(totalCount) })}
        </Button>
      )}
      <Button size="small" onClick={() => setDialog("splits")}>
        <Layers size={14} aria-hidden />
        {t("setSplits")}
      </Button>
      <Button size="small" onClick={() => setDialog("remove")}>
        <Trash2 size={14} aria-hidden />
        {t("remove")}
      </Button>
      <Button size="small" look="plain" onClick={() => select([])}>
        {t("clearSelection")}
      </Button>
      <ConfirmDialog
        title={t("removeItemsTitle", { count })}
        action={t("remove")}
        isOpen={dialog === "remove"}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => void removeAll().catch(() => undefined)}
        onClose={() => setDialog(null)}
      >
        <p>{t("removeItemsAbout")}</p>
      </ConfirmDialog>
      {dialog === "splits" && (
        <BulkSplitDialog
          count={count}
          known={splits}
          isBusy={change.isPending}
          error={change.error}
          onChange={(splitsOf) => void changeAll(splitsOf).catch(() => undefined)}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
