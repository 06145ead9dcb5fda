import { useMutation } from "@tanstack/react-query";
import { Layers, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { changeItemSplits, removeDatasetItems } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import styles from "./datasets-page.module.css";
import { inParts } from "./in-parts.ts";
import { useDatasetsText } from "./messages.ts";
import type { SelectedItems } from "./use-item-selection.ts";

const BulkSplitDialog = onDemand(async () => (await import("./bulk-split-dialog.tsx")).BulkSplitDialog);

interface BulkBarProps {
  readonly selection: SelectedItems;
  readonly splits: readonly string[];
  /** Number of listed items, including those that are not loaded. */
  readonly totalCount: number;
  readonly onSelectAll: () => Promise<void>;
}

/**
 * Actions for the selected items of a dataset. When an action ends, its buttons are removed, and the table gets the
 * focus.
 */
export function BulkBar({
  table,
  ...props
}: BulkBarProps & {
  readonly table: RefObject<HTMLElement | null>;
}) {
  const t = useDatasetsText();
  const { size: count } = props.selection.ids;
  const isShown = count > 0;
  useEffect(() => {
    if (!isShown) return undefined;
    const region = table.current;
    return () => {
      if (document.activeElement === document.body) region?.focus();
    };
  }, [isShown, table]);
  return (
    <>
      {/* Screen readers announce changes of an element that existed before. */}
      <span role="status" className="visually-hidden">
        {isShown && t("selectedItems", { count })}
      </span>
      {isShown && <Actions {...props} />}
    </>
  );
}

function Actions({ selection: { ids, select }, splits, totalCount, onSelectAll }: BulkBarProps) {
  const t = useDatasetsText();
  const formats = useFormats();
  const [dialog, setDialog] = useState<"splits" | "remove" | null>(null);
  const all = useMutation({ mutationFn: onSelectAll });
  const remove = useChange(removeDatasetItems);
  const change = useChange(changeItemSplits);
  const count = ids.size;
  const open = (next: "splits" | "remove"): void => {
    remove.reset();
    change.reset();
    setDialog(next);
  };
  const end = (): void => select([]);
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
  return (
    <div className={styles.bulk} role="group" aria-label={t("selectedItems", { count })}>
      <span aria-hidden>{t("selectedItems", { count })}</span>
      {count < totalCount && (
        <Button size="small" look="plain" disabled={all.isPending} onClick={() => all.mutate()}>
          {t("selectAll", { count: formats.number(totalCount) })}
        </Button>
      )}
      <Button size="small" onClick={() => open("splits")}>
        <Layers size={14} aria-hidden />
        {t("setSplits")}
      </Button>
      <Button size="small" onClick={() => open("remove")}>
        <Trash2 size={14} aria-hidden />
        {t("remove")}
      </Button>
      <Button size="small" look="plain" onClick={() => select([])}>
        {t("clearSelection")}
      </Button>
      <DialogError error={all.error} />
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
