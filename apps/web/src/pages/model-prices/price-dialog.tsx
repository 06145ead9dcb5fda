import { useState } from "react";
import { useChange } from "../../api/use-request.ts";
import { addPrice, changePrice } from "../../generated/model-prices.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogError, Form } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useFormErrors } from "../../ui/form-errors.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { useUiText } from "../../ui/messages.ts";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import { type PriceDraft, priceFields, readDraft, type StoredPrice } from "./price-draft.ts";

const fieldNames = ["match", "name", "provider", ...priceFields, "validFrom", "validTo"] as const;

export function PriceDialog({
  price,
  initial,
  onClose,
}: {
  readonly price: StoredPrice | null;
  readonly initial: PriceDraft;
  /** Called when the dialog closes, with whether a price was saved. */
  readonly onClose: (isSaved: boolean) => void;
}) {
  const t = useModelPricesText();
  const ui = useUiText();
  const [draft, setDraft] = useState(initial);
  const [wrong, setWrong] = useState<readonly (keyof PriceDraft)[]>([]);
  const add = useChange(addPrice);
  const change = useChange(changePrice);
  const errors = useFormErrors(add.error ?? change.error, fieldNames);
  const stored = price?.source === "PROJECT" ? price : null;
  const onSuccess = (): void => onClose(true);
  const save = (): void => {
    const read = readDraft(draft);
    setWrong(read.wrong ?? []);
    if (read.wrong !== null) return;
    if (stored) change.mutate({ id: stored.id, price: read.price }, { onSuccess });
    else add.mutate({ price: read.price }, { onSuccess });
  };
  const field = (name: keyof PriceDraft) => ({
    label: t(name),
    value: draft[name],
    error: wrong.includes(name) ? t(name === "match" ? "noPattern" : "notAPrice") : errors.fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft((current) => ({ ...current, [name]: event.target.value })),
  });

  return (
    <Dialog title={stored ? t("editTitle") : t("add")} isOpen onClose={() => onClose(false)}>
      <Form onSubmit={save}>
        <TextField {...field("match")} hint={t("matchHint")} />
        <div className={styles.fields}>
          <TextField {...field("name")} />
          <TextField {...field("provider")} hint={t("providerHint")} />
          <p className={styles.unit}>{t("unit")}</p>
          {priceFields.map((name) => (
            <NumberField
              key={name}
              {...field(name)}
              unit="$"
              minimum={0}
              onChange={(text) => setDraft((current) => ({ ...current, [name]: text }))}
            />
          ))}
          <span />
          <TextField {...field("validFrom")} type="date" />
          <TextField {...field("validTo")} type="date" />
        </div>
        <DialogError error={errors.other} />
        <DialogActions>
          <Button onClick={() => onClose(false)}>{ui("cancel")}</Button>
          <Button type="submit" look="primary" disabled={add.isPending || change.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
