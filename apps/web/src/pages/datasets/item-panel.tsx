import { Link } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { ChevronDown, ChevronUp, Pencil } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { datasetItemDetail, type DatasetItemDetailQuery } from "../../generated/datasets.ts";
import { isJsonObject } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { FactsList } from "../thread/inspector/facts-list.tsx";
import { PayloadSection } from "../thread/inspector/payload-section.tsx";
import { Section } from "../thread/inspector/section.tsx";
import styles from "./datasets-page.module.css";
import { ItemDialog } from "./item-dialog.tsx";
import { IntermediarySteps, SourceLink } from "./item-origin.tsx";
import { ItemResults } from "./item-results.tsx";
import { useDatasetsText } from "./messages.ts";
import type { Named } from "./use-item-scores.ts";

type StoredItem = NonNullable<DatasetItemDetailQuery["datasetItem"]>;

export function ItemPanel({
  datasetId,
  version,
  splits,
  itemId,
  title,
  mayEdit,
  experiments,
  onPrevious,
  onNext,
  onClose,
}: {
  readonly datasetId: string;
  /** Number of the past version to show; undefined for the latest. */
  readonly version: number | undefined;
  readonly splits: readonly string[];
  readonly itemId: string;
  readonly title: string;
  readonly mayEdit: boolean;
  /** Newest experiments on the dataset, newest first. */
  readonly experiments: readonly Named[];
  /** Null for the first item of the list. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}) {
  const t = useDatasetsText();
  const { data, error, refetch } = useOperation(datasetItemDetail, { id: itemId, version });
  const [edited, setEdited] = useState<string | null>(null);
  const stored = data?.datasetItem;
  const item = stored?.id === itemId && stored.datasetId === datasetId ? stored : null;
  return (
    <SidePanel
      title={title}
      name="datasets.item"
      onClose={onClose}
      actions={
        <>
          {item && mayEdit && (
            <Button size="small" onClick={() => setEdited(itemId)}>
              <Pencil size={14} aria-hidden />
              {t("rename")}
            </Button>
          )}
          <IconButton size="small" label={t("previousItem")} disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <ChevronUp size={16} />
          </IconButton>
          <IconButton size="small" label={t("nextItem")} disabled={!onNext} onClick={() => onNext?.()}>
            <ChevronDown size={16} />
          </IconButton>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && !item && <EmptyState title={t("itemMissing")} />}
      {item && <ItemContent key={item.id} item={item} experiments={experiments} isPast={version !== undefined} />}
      {item && edited === itemId && (
        <ItemDialog
          datasetId={datasetId}
          splits={splits}
          item={item}
          title={title}
          onClose={() => setEdited(null)}
          onRemoved={onClose}
        />
      )}
    </SidePanel>
  );
}

function ItemContent({
  item,
  experiments,
  isPast,
}: {
  readonly item: StoredItem;
  readonly experiments: readonly Named[];
  readonly isPast: boolean;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const { id, createdAt, input, expectedOutput, metadata, stepId, intermediarySteps } = item;
  const splits = item.splits ?? [];
  return (
    <div className={styles.item}>
      <FactsList
        facts={[
          [
            t("itemId"),
            <span key="id" className={styles.itemId}>
              <code>
                <VisibleText text={id} />
              </code>
              <CopyButton text={id} />
            </span>,
          ],
          [t("created"), formats.dateTime(createdAt)],
          [t("version"), item.version > 0 && formats.number(item.version)],
          [t("source"), stepId !== null && <SourceLink stepId={stepId} />],
          [
            t("splits"),
            splits.length > 0 && (
              <span className={styles.known}>
                {splits.map((split) => (
                  <Badge key={split}>{split}</Badge>
                ))}
              </span>
            ),
          ],
        ]}
      />
      {!isPast && (
        <p className={styles.itemLinks}>
          <Link
            from="/projects/$projectId/datasets/$datasetId"
            to="/projects/$projectId/playground"
            search={{ item: id }}
          >
            {t("openPlayground")}
          </Link>
        </p>
      )}
      <PayloadSection title={t("input")} place="item.input" value={input} />
      <Value title={t("expectedOutput")} place="item.expectedOutput" value={expectedOutput} />
      {!isPast && <ItemResults experiments={experiments} itemId={id} />}
      <Value title={t("metadata")} place="item.metadata" value={metadata} />
      {Array.isArray(intermediarySteps) && intermediarySteps.length > 0 && (
        <IntermediarySteps steps={intermediarySteps} />
      )}
    </div>
  );
}

/** A value of an item. Null and an empty object are shown as missing. */
function Value({
  title,
  place,
  value,
}: {
  readonly title: string;
  readonly place: string;
  readonly value: JsonValue | null;
}) {
  const t = useDatasetsText();
  if (value === null || (isJsonObject(value) && Object.keys(value).length === 0)) {
    return (
      <Section title={title}>
        <p className={styles.muted}>{t("noValue")}</p>
      </Section>
    );
  }
  return <PayloadSection title={title} place={place} value={value} />;
}
