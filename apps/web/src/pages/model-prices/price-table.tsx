import { Copy, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { columnSort, sortByKey, type SortKey } from "../../ui/column-sort.ts";
import { Table } from "../../ui/table.tsx";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import { priceFields, type StoredPrice } from "./price-draft.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

export function PriceTable({
  prices: all,
  isWhole,
  mayWrite,
  onEdit,
  onRemove,
}: {
  readonly prices: readonly StoredPrice[];
  /** Whether there are no further prices. Only then the table can be sorted. */
  readonly isWhole: boolean;
  readonly mayWrite: boolean;
  readonly onEdit: (price: StoredPrice) => void;
  readonly onRemove: (price: StoredPrice) => void;
}) {
  const t = useModelPricesText();
  const formats = useFormats();
  const [sort, setSort] = useState<SortKey>();
  const prices = sortByKey(all, isWhole ? sort : undefined, valueOf);
  const sortOf = (key: string) =>
    isWhole
      ? columnSort({ key, sort, isHighestFirst: key !== "name" && key !== "provider", onSort: setSort })
      : undefined;
  const isDated = prices.some(({ validFrom, validTo }) => validFrom !== null || validTo !== null);
  const columns = [
    { key: "name", label: t("model"), sort: sortOf("name") },
    { key: "provider", label: t("provider"), sort: sortOf("provider") },
    ...priceFields.map((key) => ({ key, label: t(key), isNumber: true, sort: sortOf(key) })),
    ...(isDated ? [{ key: "valid", label: t("valid") }] : []),
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {prices.map((price) => (
        <tr key={price.id}>
          <td data-label={t("model")}>
            <span className={styles.name}>
              <VisibleText text={price.name ?? price.match} />
              {price.source === "PROJECT" && <Badge tone="accent">{t("ours")}</Badge>}
              {price.isTiered && <Badge title={t("tieredAbout")}>{t("tiered")}</Badge>}
            </span>
            {price.source === "PROJECT" && (
              <code className={styles.match}>
                <VisibleText text={price.match} />
              </code>
            )}
            {price.source === "SHIPPED" && price.name !== modelOf(price) && (
              <code className={styles.match}>
                <VisibleText text={modelOf(price)} />
              </code>
            )}
          </td>
          <td data-label={t("provider")}>
            <VisibleText text={price.provider ?? t("anyone")} />
          </td>
          {priceFields.map((field) => (
            <td key={field} data-number data-label={t(field)}>
              {formats.cost(price[field])}
            </td>
          ))}
          {isDated && (
            <td data-label={t("valid")}>
              {(price.validFrom !== null || price.validTo !== null) &&
                `${price.validFrom?.slice(0, 10) ?? "…"} – ${price.validTo?.slice(0, 10) ?? "…"}`}
            </td>
          )}
          {mayWrite && (
            <td data-actions data-label={t("actions")}>
              <RowActions price={price} onEdit={onEdit} onRemove={onRemove} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function valueOf(price: StoredPrice, key: string): number | string | null {
  if (key === "name") return price.name ?? price.match;
  if (key === "provider") return price.provider;
  const field = priceFields.find((each) => each === key);
  return field === undefined ? null : price[field];
}

/** Returns the model id of a built-in price, which is part of the price's id. */
function modelOf({ id }: StoredPrice): string {
  const [model = ""] = id.slice(id.indexOf(":") + 1).split("@", 1);
  return model;
}

function RowActions({
  price,
  onEdit,
  onRemove,
}: {
  readonly price: StoredPrice;
  readonly onEdit: (price: StoredPrice) => void;
  readonly onRemove: (price: StoredPrice) => void;
}) {
  const t = useModelPricesText();
  const name = price.name ?? price.match;
  if (price.source === "SHIPPED") {
    return (
      <IconButton data-row size="small" label={t("override", { name })} onClick={() => onEdit(price)}>
        <Copy size={14} />
      </IconButton>
    );
  }
  return (
    <span className={styles.buttons}>
      <IconButton data-row size="small" label={t("edit", { name })} onClick={() => onEdit(price)}>
        <Pencil size={14} />
      </IconButton>
      <IconButton size="small" label={t("removeNamed", { name })} onClick={() => onRemove(price)}>
        <Trash2 size={14} />
      </IconButton>
    </span>
  );
}
