import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { useOperation } from "../../api/use-request.ts";
import { playgroundHistory, playgroundStep } from "../../generated/playground.ts";
import { plainPreview } from "../../json/plain-json.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState, InlineError, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { stepTarget } from "../logs/record-target.ts";
import { type Column, columnOfStep } from "./column/column.ts";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

/** Filters for calls that the playground recorded. */
const calls = [
  { field: "metadata" as const, path: "purpose", operator: "eq" as const, value: "playground" },
  { field: "type" as const, operator: "eq" as const, value: "llm" },
];

/** Lists the latest runs of the project's playground, each of which can be added as a column. */
export function HistoryDialog({
  canAdd,
  onAdd,
  onClose,
}: {
  readonly canAdd: boolean;
  readonly onAdd: (column: Column) => void;
  readonly onClose: () => void;
}) {
  const t = usePlaygroundText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const history = useOperation(playgroundHistory, { filters: calls });
  const [busyId, setBusyId] = useState<string | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const runs = history.data?.steps.edges.map(({ node }) => node);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const add = async (id: string): Promise<void> => {
    setBusyId(id);
    setProblem(null);
    try {
      const { step } = await request({ projectId, operation: playgroundStep, variables: { id } });
      if (isClosed.current) return;
      const found = step && columnOfStep(step, { prompt: null, toolResults: {} });
      if (!found) throw new Error(t("stepMissing"));
      onAdd(found.column);
    } catch (failure) {
      setProblem(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setBusyId(null);
    }
  };
  const columns = [
    { key: "when", label: t("when") },
    { key: "model", label: t("model") },
    { key: "messages", label: t("messages") },
    { key: "response", label: t("response") },
    { key: "latency", label: t("latency"), isNumber: true },
    { key: "cost", label: t("cost"), isNumber: true },
    { key: "actions", label: t("actions") },
  ];
  return (
    <Dialog title={t("history")} isOpen isWide onClose={onClose}>
      <DialogError error={problem} />
      {!runs && history.error && <InlineError error={history.error} onRetry={() => void history.refetch()} />}
      {!runs && !history.error && <LoadingState shape="rows" />}
      {runs?.length === 0 && <EmptyState title={t("noHistory")} />}
      {runs && runs.length > 0 && (
        <Table label={t("history")} columns={columns} isStacked>
          {runs.map(({ id, name, createdAt, startTime, endTime, errorLine, inputPreview, outputPreview, usage }) => (
            <tr key={id}>
              <td data-label={t("when")} data-time title={formats.dateTime(createdAt)}>
                <Link data-row="open" {...stepTarget({ id, threadId: null, rootRunId: null }, projectId)}>
                  {formats.relativeTime(createdAt)}
                </Link>
              </td>
              <td data-short data-label={t("model")}>
                {visibleString(name ?? "")}
              </td>
              <td data-label={t("messages")} className={styles.past}>
                <RowAbout text={inputPreview && plainPreview(inputPreview)} />
              </td>
              <td data-label={t("response")} className={styles.past}>
                {errorLine !== null && (
                  <Badge tone="danger" title={visibleString(errorLine)}>
                    {t("failed")}
                  </Badge>
                )}
                <RowAbout text={outputPreview && plainPreview(outputPreview)} />
              </td>
              <td data-label={t("latency")} data-number>
                {formats.duration(secondsBetween(startTime, endTime))}
              </td>
              <td data-label={t("cost")} data-number>
                {formats.cost(usage?.cost)}
              </td>
              <td data-actions data-label={t("actions")}>
                <Button size="small" disabled={!canAdd || busyId !== null} onClick={() => void add(id)}>
                  {t("addAsColumn")}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Dialog>
  );
}

function secondsBetween(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : Math.max(Date.parse(end) - Date.parse(start), 0) / 1_000;
}
