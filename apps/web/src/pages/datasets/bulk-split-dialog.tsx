import { readSplits } from "@threadline/schema/read-splits";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { MultiSelectField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useDatasetsText } from "./messages.ts";
import { SplitField } from "./split-field.tsx";

/** Adds items to splits, and removes them from others. */
export function BulkSplitDialog({
  count,
  known,
  isBusy,
  error,
  onChange,
  onClose,
}: {
  readonly count: number;
  /** Names of the splits of the dataset. */
  readonly known: readonly string[];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onChange: (splits: { readonly add: string[]; readonly remove: string[] }) => void;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const add = [...readSplits(added)];
  const remove = removed.filter((name) => !add.includes(name));
  const isEmpty = add.length + remove.length === 0;
  return (
    <Dialog title={t("setSplitsTitle", { count })} isOpen onClose={onClose}>
      <Form onSubmit={() => !isEmpty && !isBusy && onChange({ add, remove })}>
        <SplitField label={t("addToSplits")} value={added} known={known} onChange={setAdded} />
        {known.length > 0 && (
          <MultiSelectField
            label={t("removeFromSplits")}
            placeholder={t("noValue")}
            options={known}
            values={removed}
            onChange={setRemoved}
          />
        )}
        <DialogError error={error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={isEmpty || isBusy}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
