import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { splitDataset } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useUiText } from "../../ui/messages.ts";
import styles from "./datasets-page.module.css";
import { useDatasetsText } from "./messages.ts";

interface Part {
  readonly key: number;
  readonly name: string;
  /** Percent, as typed. */
  readonly share: string;
}

export function DivideDialog({
  datasetId,
  itemCount,
  onClose,
}: {
  readonly datasetId: string;
  readonly itemCount: number;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const ui = useUiText();
  const formats = useFormats();
  const [parts, setParts] = useState<readonly Part[]>([
    { key: 0, name: "train", share: "80" },
    { key: 1, name: "test", share: "20" },
  ]);
  const [seed, setSeed] = useState("");
  const divide = useChange(splitDataset);
  const shares = parts.map(({ name, share }) => ({ name: name.trim(), share: Number(share) / 100 }));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const isInvalid = shares.some(({ name, share }) => name === "" || !(share >= 0)) || total > 1 + 1e-9;
  const set = (key: number, change: Partial<Part>): void =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...change } : part)));
  return (
    <Dialog title={t("divideTitle")} isOpen onClose={onClose}>
      <Form onSubmit={() => divide.mutate({ id: datasetId, splits: shares, seed }, { onSuccess: onClose })}>
        <p>{t("divideAbout")}</p>
        {parts.map(({ key, name, share }, index) => (
          <div key={key} className={styles.share}>
            <TextField
              label={t("splitName")}
              hideLabel={index > 0}
              value={name}
              onChange={({ target }) => set(key, { name: target.value })}
            />
            <TextField
              label={t("share")}
              hideLabel={index > 0}
              inputMode="decimal"
              value={share}
              onChange={({ target }) => set(key, { share: target.value })}
            />
            <IconButton
              label={t("removePart", { name })}
              disabled={parts.length === 1}
              onClick={() => setParts(parts.filter((part) => part.key !== key))}
            >
              <X size={16} />
            </IconButton>
          </div>
        ))}
        <div>
          <Button
            size="small"
            disabled={parts.length >= 20}
            onClick={() => setParts([...parts, { key: (parts.at(-1)?.key ?? 0) + 1, name: "", share: "0" }])}
          >
            <Plus size={14} aria-hidden />
            {t("addPart")}
          </Button>
        </div>
        <p role="status" className={styles.muted}>
          {total > 1 + 1e-9
            ? t("shareTooLarge")
            : t("divided", { count: Math.round(total * itemCount), total: formats.number(itemCount) })}
        </p>
        <TextField
          label={t("seed")}
          hint={t("seedHint")}
          value={seed}
          onChange={({ target }) => setSeed(target.value)}
        />
        <DialogError error={divide.error} />
        <DialogActions>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={isInvalid || divide.isPending}>
            {t("divide")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
