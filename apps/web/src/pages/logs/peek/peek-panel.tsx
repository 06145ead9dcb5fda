import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronUp, Maximize2 } from "lucide-react";
import { useFormats } from "../../../messages/formats.ts";
import { buttonClass, IconButton } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { isEnabledKey, labelWithKey } from "../../../ui/use-shortcuts.ts";
import { loadLogPage } from "../load-log-page.ts";
import { type LogRecord, recordName } from "../log-record.ts";
import type { LogResource } from "../log-resource.ts";
import { useNarrow } from "../../thread/use-narrow.ts";
import { recordTarget, viewOf } from "../record-target.ts";
import { PeekScore } from "./peek-score.tsx";
import { PeekSummary } from "./peek-summary.tsx";
import styles from "./peek-summary.module.css";
import { usePeekText } from "./messages.ts";
import { PeekContent, type PeekContentProps } from "./peek-content.tsx";

const onlyRow = {
  first: 1,
  withContent: false,
  withPreviews: false,
  withScores: false,
  withUsage: false,
  withTitles: true,
};

export function PeekPanel({
  id,
  record: listed,
  resource,
  place,
  onPrevious,
  onNext,
  onLeave,
  onClose,
  ...content
}: Omit<PeekContentProps, "record"> & {
  readonly id: string;
  /** Undefined if the record is not among the loaded rows. */
  readonly record: LogRecord | undefined;
  readonly resource: LogResource;
  /** Position of the record in the list, and the number of records; null if it is not among the loaded rows. */
  readonly place: { readonly position: number; readonly total: string | null } | null;
  /** Null for the first record of the list. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onLeave: (record: LogRecord) => void;
  readonly onClose: () => void;
}) {
  const t = usePeekText();
  const formats = useFormats();
  const { projectId, text, search } = content;
  const found = useQuery({
    queryKey: [projectId, "peek", resource, id],
    queryFn: ({ signal }) => {
      const filters = [{ field: "id", operator: "eq" as const, value: id }];
      return loadLogPage({ ...onlyRow, projectId, resource, filters, signal });
    },
    enabled: listed === undefined,
  });
  const record = listed ?? found.data?.records[0];
  const isNarrow = useNarrow();
  // Whether the record is the selected step. Its details are then shown below the list of steps, so a summary above
  // would repeat them. On a narrow screen, the details are in a sheet, which does not count.
  const isRepeated =
    !isNarrow &&
    record?.stepId !== undefined &&
    record.stepId === (search.currentStepId ?? (record.threadId === null ? record.rootId : undefined));
  const hasChat =
    resource === "threads" && record !== undefined && (search.view ?? viewOf(record) ?? "chat") === "chat";
  const target = record ? recordTarget(record, projectId, { text, ...search }) : null;
  return (
    <SidePanel
      title={(record && recordName(record)) ?? id}
      name="log.peek"
      onClose={onClose}
      actions={
        <>
          {place !== null && (
            <span className={styles.place}>
              {place.total === null
                ? formats.number(place.position)
                : t("place", { position: formats.number(place.position), total: place.total })}
            </span>
          )}
          <IconButton
            size="small"
            className={styles.step}
            label={labelWithKey(t("previous"), "K")}
            disabled={!onPrevious}
            onClick={() => onPrevious?.()}
          >
            <ChevronUp size={16} />
            {isEnabledKey("K") && <kbd>K</kbd>}
          </IconButton>
          <IconButton
            size="small"
            className={styles.step}
            label={labelWithKey(t("next"), "J")}
            disabled={!onNext}
            onClick={() => onNext?.()}
          >
            <ChevronDown size={16} />
            {isEnabledKey("J") && <kbd>J</kbd>}
          </IconButton>
          {record && target && (
            <Link
              {...target}
              className={buttonClass({ look: "plain", size: "small" })}
              preload={false}
              onClick={() => onLeave(record)}
            >
              <Maximize2 size={14} aria-hidden />
              {t("open")}
            </Link>
          )}
        </>
      }
    >
      {record ? (
        <>
          {resource === "scores" ? (
            <PeekScore projectId={projectId} record={record} />
          ) : isRepeated ? null : (
            <PeekSummary projectId={projectId} resource={resource} record={record} hasChat={hasChat} />
          )}
          <div className={styles.record}>
            <PeekContent
              key={record.id}
              {...content}
              record={record}
              search={{ ...search, view: search.view ?? viewOf(record) }}
            />
          </div>
        </>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <EmptyState drawing="missing" title={t("missing")} />
      ) : (
        <LoadingState shape="thread" />
      )}
    </SidePanel>
  );
}
