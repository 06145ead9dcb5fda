import { Link, useParams } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { useOperation } from "../../api/use-request.ts";
import { modelUses } from "../../generated/model-prices.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { useDaysAgo } from "../../ui/use-days-ago.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import { usedModels } from "./used-models.ts";

const days = 30;
/** Maximum number of models in the table. The service returns at most this number of groups in a time series. */
const maxModels = 50;
/** Interval between reloads while the service computes costs with a new price, in milliseconds. */
const recountMs = 3_000;

/** Models that the project has called, with their usage. A model without a price can get one. */
export function UsedModelsTable({
  search,
  mayWrite,
  isRecounting,
  onSetPrice,
  onOverride,
}: {
  readonly search: string;
  readonly mayWrite: boolean;
  /** Whether the service may still be computing costs with a saved price. */
  readonly isRecounting: boolean;
  readonly onSetPrice: (model: string) => void;
  readonly onOverride: (model: string) => void;
}) {
  const t = useModelPricesText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/model-prices" });
  const from = useDaysAgo(days);
  const { data, error, refetch } = useOperation(
    modelUses,
    { from, groupLimit: maxModels },
    isRecounting ? { reloadMs: recountMs } : {},
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const wanted = search.trim().toLowerCase();
  const models = usedModels(data.timeSeries.lines).filter(({ model }) => model.toLowerCase().includes(wanted));
  if (models.length === 0) return null;
  const columns = [
    { key: "model", label: t("model") },
    { key: "calls", label: t("calls"), isNumber: true },
    { key: "tokens", label: t("tokens"), isNumber: true },
    { key: "cost", label: t("cost"), isNumber: true },
    { key: "perMillion", label: t("perMillion"), isNumber: true },
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <section className={styles.section}>
      <h2>{t("used", { count: days })}</h2>
      <Table label={t("used", { count: days })} columns={columns} isStacked>
        {models.map(({ model, generationCount, tokenCount, cost, isUnpriced }) => (
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
              </span>
            </td>
            <td data-number data-label={t("calls")}>
              {formats.number(generationCount)}
            </td>
            <td data-number data-label={t("tokens")}>
              {formats.number(tokenCount)}
            </td>
            <td data-number data-label={t("cost")}>
              {formats.cost(cost)}
            </td>
            <td data-number data-label={t("perMillion")}>
              {formats.cost(cost === null || tokenCount === 0 ? null : (cost / tokenCount) * 1_000_000)}
            </td>
            {mayWrite && (
              <td data-label={t("actions")}>
                {isUnpriced ? (
                  <Button size="small" onClick={() => onSetPrice(model)}>
                    {t("setPrice")}
                  </Button>
                ) : (
                  <IconButton size="small" label={t("override", { name: model })} onClick={() => onOverride(model)}>
                    <Copy size={14} />
                  </IconButton>
                )}
              </td>
            )}
          </tr>
        ))}
      </Table>
      {data.timeSeries.lines.some(({ isOther, total }) => isOther && (total ?? 0) > 0) && (
        <p className={styles.about}>{t("mostUsedOnly", { count: maxModels })}</p>
      )}
    </section>
  );
}
