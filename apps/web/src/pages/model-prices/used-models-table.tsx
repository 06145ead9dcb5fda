import { Link, useParams } from "@tanstack/react-router";
import { Copy, Pencil } from "lucide-react";
import { useEach } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import { modelUses, priceOfModel } from "../../generated/model-prices.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { columnSort, sortByKey, type SortKey } from "../../ui/column-sort.ts";
import { ErrorState, InlineError, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import type { StoredPrice } from "./price-draft.ts";
import { PriceMatch } from "./price-match.tsx";
import { usedModels } from "./used-models.ts";

const days = 30;
/** Maximum number of models in the table. The service returns at most this number of groups in a time series. */
const maxModels = 50;
/** Interval between reloads while the service computes costs again, in milliseconds. */
const recountMs = 3_000;

/** Models that the project has called, with their usage and price. A model without a price can get one. */
export function UsedModelsTable({
  search,
  mayWrite,
  isRecounting,
  sort,
  onSort,
  onSetPrice,
}: {
  readonly search: string;
  readonly mayWrite: boolean;
  /** Whether the service may still be computing costs after a price was saved or deleted. */
  readonly isRecounting: boolean;
  readonly sort: SortKey;
  readonly onSort: (sort: string) => void;
  /** Called with the price of the model's latest calls, or with null if it has none. */
  readonly onSetPrice: (model: string, price: StoredPrice | null) => void;
}) {
  const t = useModelPricesText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/model-prices" });
  const from = useDaysAgo(days);
  const reload = isRecounting ? { reloadMs: recountMs } : {};
  const { data, error, refetch } = useOperation(modelUses, { from, groupLimit: maxModels }, reload);
  const used = usedModels(data?.timeSeries.lines ?? []);
  // Sorted by name, so that the prices are not requested again when new costs change the order of the models.
  const names = used.map(({ model }) => model).toSorted();
  const calls = names.map((model) => ({ filters: [{ field: "model", operator: "eq" as const, value: model }] }));
  const prices = useEach(priceOfModel, calls, reload);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const wanted = search.trim().toLowerCase();
  const models = used.filter(({ model }) => model.toLowerCase().includes(wanted));
  if (models.length === 0)
    return wanted === "" ? <p className={styles.about}>{t("noneUsed", { count: days })}</p> : null;
  /** Returns the price of the latest calls: null if they have none, undefined if it is not known yet. */
  const priceOf = (model: string): StoredPrice | null | undefined => {
    const found = prices.data[names.indexOf(model)];
    return found && (found.generations.edges.find(({ node }) => node.costDetails)?.node.costDetails?.price ?? null);
  };
  const sorted = sortByKey(models, sort, (model, key) => {
    const price = priceOf(model.model);
    const values: Readonly<Record<string, number | string | null | undefined>> = {
      model: model.model,
      calls: model.generationCount,
      tokens: model.tokenCount,
      cost: model.cost,
      input: price?.inputPrice,
      output: price?.outputPrice,
      cachedInput: price?.cachedInputPrice,
    };
    return values[key] ?? null;
  });
  const sortOf = (key: string) => columnSort({ key, sort, isHighestFirst: key !== "model", onSort });
  const columns = [
    { key: "model", label: t("model"), sort: sortOf("model") },
    { key: "calls", label: t("calls"), isNumber: true, sort: sortOf("calls") },
    { key: "tokens", label: t("tokens"), isNumber: true, sort: sortOf("tokens") },
    { key: "cost", label: t("cost"), isNumber: true, sort: sortOf("cost") },
    { key: "input", label: t("usedInput"), isNumber: true, sort: sortOf("input") },
    { key: "output", label: t("usedOutput"), isNumber: true, sort: sortOf("output") },
    { key: "cachedInput", label: t("usedCachedInput"), isNumber: true, sort: sortOf("cachedInput") },
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <section className={styles.section}>
      <h2>{t("used", { count: days })}</h2>
      {prices.error && <InlineError error={prices.error} onRetry={prices.refetch} />}
      <Table label={t("used", { count: days })} columns={columns} isStacked>
        {sorted.map(({ model, generationCount, tokenCount, cost, isUnpriced }) => {
          const price = priceOf(model);
          return (
            <tr key={model}>
              <td data-label={t("model")}>
                <span className={styles.name}>
                  <Link
                    data-row
                    to="/projects/$projectId/logs/$resource"
                    params={{ projectId, resource: "generations" }}
                    search={{ filters: [{ field: "model", operator: "eq", value: model }], from }}
                    preload={false}
                  >
                    <VisibleText text={model} />
                  </Link>
                  {isUnpriced && (
                    <Badge tone="warning" title={t("unpricedAbout")}>
                      {t("unpriced")}
                    </Badge>
                  )}
                  {price?.isTiered && <Badge title={t("tieredAbout")}>{t("tiered")}</Badge>}
                </span>
                {price && <PriceMatch price={price} />}
              </td>
              <td data-number data-label={t("calls")}>
                {formats.number(generationCount)}
              </td>
              <td data-number data-label={t("tokens")}>
                {formats.number(tokenCount)}
              </td>
              <Amount label={t("cost")} value={cost} />
              <Amount label={t("usedInput")} value={price?.inputPrice ?? null} />
              <Amount label={t("usedOutput")} value={price?.outputPrice ?? null} />
              <Amount label={t("usedCachedInput")} value={price?.cachedInputPrice ?? null} />
              {mayWrite && (
                <td data-actions data-label={t("actions")}>
                  {isUnpriced ? (
                    <Button size="small" onClick={() => onSetPrice(model, null)}>
                      {t("setPrice")}
                    </Button>
                  ) : (
                    <IconButton
                      size="small"
                      label={t(price?.source === "PROJECT" ? "edit" : "override", { name: model })}
                      disabled={price === undefined}
                      onClick={() => onSetPrice(model, price ?? null)}
                    >
                      {price?.source === "PROJECT" ? <Pencil size={14} /> : <Copy size={14} />}
                    </IconButton>
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </Table>
      {data.timeSeries.lines.some(({ isOther, total }) => isOther && (total ?? 0) > 0) && (
        <p className={styles.about}>{t("mostUsedOnly", { count: maxModels })}</p>
      )}
    </section>
  );
}

/** Cell of a US dollar amount. A card on a narrow screen leaves out unknown amounts. */
function Amount({ label, value }: { readonly label: string; readonly value: number | null }) {
  const formats = useFormats();
  return (
    <td data-number data-label={label}>
      {value === null ? <span data-nothing>–</span> : formats.cost(value)}
    </td>
  );
}
