import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Badge } from "../../../ui/badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { loadLogPage } from "../load-log-page.ts";
import type { LogRecord } from "../log-record.ts";
import type { LogResource } from "../log-resource.ts";
import { usePeekText } from "./messages.ts";
import styles from "./peek-summary.module.css";

const wholeRow = { first: 1, withContent: false, withPreviews: true, withScores: true, withUsage: false };

/** First input, last output, error and scores of a record, whose content may be far down in its thread. */
export function PeekSummary({
  projectId,
  resource,
  record: listed,
  hasChat,
}: {
  readonly projectId: string;
  readonly resource: LogResource;
  readonly record: LogRecord;
  /** Whether the chat below shows the input and output. */
  readonly hasChat: boolean;
}) {
  const t = usePeekText();
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: [projectId, "peek-summary", resource, listed.id],
    queryFn: ({ signal }) => {
      const filters = [{ field: "id", operator: "eq" as const, value: listed.id }];
      return loadLogPage({ ...wholeRow, projectId, resource, filters, signal });
    },
  });
  const record = data?.records[0] ?? listed;
  const lines = [
    ["input", hasChat ? null : record.inputPreview],
    ["output", hasChat ? null : record.outputPreview],
    ["error", record.error ?? record.errorPreview],
  ] as const;
  const { scores = [] } = record;
  if (scores.length === 0 && lines.every(([, text]) => !text)) return null;
  return (
    <dl className={styles.summary}>
      {lines.map(([name, text]) =>
        text == null || text === "" ? null : (
          <div key={name} data-name={name}>
            <dt>{t(name)}</dt>
            <dd title={visibleString(text)}>
              <VisibleText text={text} />
            </dd>
          </div>
        ),
      )}
      {scores.length > 0 && (
        <div>
          <dt>{t("scores")}</dt>
          <dd className={styles.scores}>
            {scores.map(({ id, name, value, label }) => (
              <Badge key={id} name={name}>
                {label ?? formats.number(value)}
              </Badge>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
