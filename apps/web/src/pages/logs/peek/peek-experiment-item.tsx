import { Link } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useOperation } from "../../../api/use-request.ts";
import {
  peekedExample,
  type PeekedExampleQuery,
  peekedItem,
  type PeekedItemQuery,
} from "../../../generated/peek-experiment-item.ts";
import { useFormats } from "../../../messages/formats.ts";
import { EmptyState, ErrorState, InlineError, LoadingState } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fields } from "../../thread/content/fields.tsx";
import type { LogRecord } from "../log-record.ts";
import { stepTarget } from "../record-target.ts";
import { usePeekText } from "./messages.ts";
import styles from "./peek-experiment-item.module.css";

/** Shows the experiment item that a score belongs to: its experiment, input, expected output and output. */
export function PeekExperimentItem({
  projectId,
  item: { id, datasetExperimentId },
}: {
  readonly projectId: string;
  readonly item: NonNullable<LogRecord["experimentItem"]>;
}) {
  const t = usePeekText();
  const formats = useFormats();
  const filters = [{ field: "datasetExperimentItemId", operator: "eq" as const, value: id }];
  const { data, error, refetch } = useOperation(peekedItem, { filters, experimentId: datasetExperimentId });
  const item = data?.scores.edges[0]?.node.experimentItem;
  const experiment = data?.datasetExperiment;
  const datasetItemId = item?.datasetItemId ?? null;
  const datasetId = experiment?.datasetId ?? null;
  const hasExample = datasetItemId !== null && datasetId !== null;
  const example = useOperation(
    peekedExample,
    { id: datasetItemId ?? "", datasetId: datasetId ?? "", version: experiment?.datasetVersion },
    { enabled: hasExample },
  );
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState shape="thread" />;
  }
  if (!item || !experiment) return <EmptyState drawing="missing" title={t("noTarget")} />;
  const number = example.data && datasetItemId !== null ? numberOf(datasetItemId, experiment, example.data) : null;
  const { experimentRun } = item;
  return (
    <div className={styles.item}>
      <dl>
        <div>
          <dt>{t("experiment")}</dt>
          <dd>
            <Link to="/projects/$projectId/experiments/compare" params={{ projectId }} search={{ ids: experiment.id }}>
              <VisibleText text={experiment.name} />
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t("item")}</dt>
          <dd>
            {number !== null && `${t("itemNumber", { number: formats.number(number) })} · `}
            <Link
              to="/projects/$projectId/experiments/compare"
              params={{ projectId }}
              search={{ ids: experiment.id, item: id }}
            >
              {t("toExperiment")}
            </Link>
            {experimentRun && (
              <>
                {" · "}
                <Link {...stepTarget(experimentRun, projectId)}>{t("toRun")}</Link>
              </>
            )}
          </dd>
        </div>
      </dl>
      <Value title={t("input")} value={item.input} />
      {example.error && !example.data && <InlineError error={example.error} onRetry={() => void example.refetch()} />}
      <Value title={t("expected")} value={example.data?.datasetItem?.expectedOutput ?? null} />
      <Value title={t("output")} value={item.output} />
      {experimentRun?.error != null && <Value title={t("error")} value={experimentRun.error} />}
    </div>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: JsonValue }) {
  if (value === null) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Fields value={value} />
    </section>
  );
}

type Experiment = NonNullable<PeekedItemQuery["datasetExperiment"]>;

/**
 * Returns the number of a dataset item's row on the page of the experiment. The rows are the dataset items with a
 * result or a failure, in the order of the dataset. Null if not all of them were read.
 */
function numberOf(
  datasetItemId: string,
  { items, itemCount, run }: Experiment,
  { dataset }: PeekedExampleQuery,
): number | null {
  const examples = dataset?.items ?? [];
  if (items.length < itemCount || examples.length < (dataset?.itemCount ?? 0)) return null;
  const failures = run?.failures ?? [];
  if (failures.length === maxFailures) return null;
  const shown = new Set([...items, ...failures].map((each) => each.datasetItemId));
  const place = examples.filter((each) => shown.has(each.id)).findIndex((each) => each.id === datasetItemId);
  return place === -1 ? null : place + 1;
}

/** Number of failures that are read. */
const maxFailures = 100;
