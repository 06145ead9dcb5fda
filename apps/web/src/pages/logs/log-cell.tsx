import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { BadgeList } from "../../ui/badge-list.tsx";
import { FittedList } from "../../ui/fitted-list.tsx";
import { scoreDetail, scoreText } from "../score-schemas/score-text.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { ClockSign } from "./clock-sign.tsx";
import type { ColumnName } from "./columns.ts";
import { scoreTypeText, useFiltersText } from "./filters/messages.ts";
import type { LogResource } from "./log-resource.ts";
import { type LogRecord, recordName } from "./log-record.ts";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";
import { Marked } from "./marked.tsx";
import { plainJson } from "../../json/plain-json.ts";
import { recordTarget } from "./record-target.ts";
import { StepIcon } from "../thread/views/step-icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { isScoreColumn, scoreNameIn, scoresOfName } from "./score-columns.ts";
import { visibleString } from "../../messages/hidden-characters.ts";

/** A missing value. Cards leave it out. */
const nothing = <span className={styles.nothing}>–</span>;

export function LogCell({
  resource,
  record,
  column,
  projectId,
  text,
}: {
  readonly resource: LogResource;
  readonly record: LogRecord;
  readonly column: ColumnName;
  readonly projectId: string;
  readonly text: string | undefined;
}) {
  const formats = useFormats();
  if (isScoreColumn(column)) return <NamedScores record={record} name={scoreNameIn(column)} />;
  switch (column) {
    case "name":
      return (
        <>
          {resource === "steps" && <StepIcon type={record.type ?? "undefined"} />}
          <RecordLink record={record} projectId={projectId} text={text} />
        </>
      );
    case "status":
      return <Status record={record} />;
    case "error":
      return <ErrorText text={record.error ?? record.errorPreview} />;
    case "duration": {
      const { duration } = record;
      // A step that has not ended has no duration. Its state is shown instead, because the status column may be hidden.
      if (duration == null) return record.openState ? <OpenState state={record.openState} /> : nothing;
      return (
        <>
          <span className={styles.chip} data-slow={duration >= 10 || undefined}>
            {formats.duration(duration)}
          </span>
          <span className={styles.bar} style={{ width: `${shareOf(duration)}%` }} />
        </>
      );
    }
    case "ttFirstToken":
      return record.ttFirstToken == null ? nothing : formats.duration(record.ttFirstToken / 1000);
    case "cost":
      return record.cost == null ? nothing : formats.cost(record.cost);
    case "tokenCount": {
      const { tokenCount, inputTokenCount, outputTokenCount } = record;
      if (tokenCount == null) return nothing;
      const isSplit = inputTokenCount != null || outputTokenCount != null;
      return (
        <span title={isSplit ? `${formats.number(inputTokenCount)} → ${formats.number(outputTokenCount)}` : undefined}>
          {formats.number(tokenCount)}
        </span>
      );
    }
    case "turnCount":
    case "inputTokenCount":
    case "outputTokenCount":
    case "tokenThroughputInSeconds":
      return record[column] == null ? nothing : formats.number(record[column]);
    case "value": {
      const { value = null, label = null } = record;
      if (value === null) return "–";
      return (
        <ScoreValueBadge name={record.name ?? ""} value={value} label={label}>
          {formats.number(value)}
        </ScoreValueBadge>
      );
    }
    case "createdAt":
      return (
        <>
          <time
            dateTime={record.createdAt}
            title={`${formats.dateTime(record.createdAt)} (${formats.relativeTime(record.createdAt)})`}
          >
            {formats.shortTime(record.createdAt)}
          </time>
          <ClockSign times={record} />
        </>
      );
    case "tags":
      return <BadgeList labels={record.tags ?? []} max={1} />;
    case "scores":
      if (!record.scores?.length) return null;
      return (
        <FittedList
          items={record.scores.map((score) => {
            const detail = `${score.name} ${scoreDetail(score, formats)}`;
            const content = (
              <Badge title={detail} name={score.name}>
                {scoreText(score, formats)}
              </Badge>
            );
            return { key: score.id, text: detail, content };
          })}
        />
      );
    case "type":
      return (
        <span className={styles.type} data-type={record.type}>
          {record.value === undefined ? (
            <VisibleText text={record.type ?? ""} />
          ) : (
            <ScoreType type={record.type ?? ""} />
          )}
        </span>
      );
    case "input":
    case "output": {
      const line = record[`${column}Preview`];
      const error = record.error ?? record.errorPreview;
      if (column === "output" && !line && error) return <ErrorText text={error} />;
      if (!line) return nothing;
      const isJson = /^[…[{]/.test(line);
      return (
        <span className={styles.preview} title={visibleString(line)}>
          {/* During a search, the line is an excerpt around the match, which is shown exactly as it was recorded. */}
          <Marked text={isJson && text === undefined ? plainJson(line) : line} part={text} isJson={isJson} />
        </span>
      );
    }
    case "comment":
      if (!record.comment) return nothing;
      return (
        <span title={visibleString(record.comment)}>
          <Marked text={record.comment} part={text} />
        </span>
      );
    case "metadata":
      return (
        <span className={styles.preview}>
          <VisibleText text={record.metadata ? JSON.stringify(record.metadata).slice(0, 300) : ""} />
        </span>
      );
    case "id":
    case "threadId":
      return (
        <code>
          <VisibleText text={record[column] ?? ""} />
        </code>
      );
    default: {
      const value = record[column];
      return value == null ? (
        nothing
      ) : (
        <span title={visibleString(value)}>
          <VisibleText text={value} />
        </span>
      );
    }
  }
}

function ErrorText({ text }: { readonly text: string | null | undefined }) {
  return text == null ? (
    nothing
  ) : (
    <span className={styles.errorText} title={visibleString(text)}>
      <VisibleText text={text} />
    </span>
  );
}

/** Returns the length of a latency bar, in percent. The scale is logarithmic, from 10 ms to 30 seconds. */
function shareOf(seconds: number): number {
  return Math.min(Math.max(Math.log10(seconds * 100) * 28.8, 0), 100);
}

function RecordLink({
  record,
  projectId,
  text,
}: {
  readonly record: LogRecord;
  readonly projectId: string;
  readonly text: string | undefined;
}) {
  const t = useLogsText();
  const formats = useFormats();
  const name = recordName(record);
  const failure = record.error ? t("error") : record.errorCount ? t("errorCount", { count: record.errorCount }) : null;
  // A text search in the list of scores matches comments. The search within a thread does not cover comments, so a
  // score's link omits the search text.
  const target = recordTarget(record, projectId, { text: record.value === undefined ? text : undefined });
  if (target === null) return <VisibleText text={name ?? t("unnamed")} />;
  return (
    <>
      {failure !== null && (
        <span className={styles.errors} title={failure}>
          <CircleAlert size={14} role="img" aria-label={failure} />
          {(record.errorCount ?? 0) > 1 && <span aria-hidden>{formats.number(record.errorCount)}</span>}
        </span>
      )}
      <Link {...target} className={styles.link} preload={false} tabIndex={-1}>
        {name === null ? (
          <code>
            <VisibleText text={record.id} />
          </code>
        ) : (
          <VisibleText text={name} />
        )}
      </Link>
    </>
  );
}

function ScoreType({ type }: { readonly type: string }) {
  return scoreTypeText(useFiltersText(), type);
}

function NamedScores({ record, name }: { readonly record: LogRecord; readonly name: string }) {
  const formats = useFormats();
  const found = scoresOfName(record.scores, name);
  if (found === null) return nothing;
  const { average, count, labels } = found;
  const value = formats.number(average);
  const title = [count > 1 ? `Ø ${value} × ${formats.number(count)}` : value, ...labels].join(" · ");
  return (
    <span title={visibleString(title)}>
      <VisibleText text={labels.length > 0 ? labels.join(", ") : value} />
    </span>
  );
}

function Status({ record }: { readonly record: LogRecord }) {
  const t = useLogsText();
  if (record.error) {
    return (
      <Badge tone="danger" title={record.error}>
        {t("error")}
      </Badge>
    );
  }
  return record.openState ? <OpenState state={record.openState} /> : <span className={styles.nothing}>{t("ok")}</span>;
}

function OpenState({ state }: { readonly state: NonNullable<LogRecord["openState"]> }) {
  const t = useLogsText();
  return (
    <Badge tone={state === "running" ? "accent" : "warning"} title={t(state)}>
      {t(state)}
    </Badge>
  );
}
