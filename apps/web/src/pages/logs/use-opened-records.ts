import { useNavigate } from "@tanstack/react-router";
import type { MouseEvent, RefObject } from "react";
import { keepWalk } from "../thread/walk.ts";
import type { LogRecord } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";
import type { LogTableHandle } from "./log-table.tsx";
import { recordTarget, stepToSelect } from "./record-target.ts";
import type { useTotal } from "./use-total.ts";
import type { useLogSearch } from "./use-log-search.ts";

/**
 * Opens the records of a log list in the side panel or on their own pages. When the user returns to the list, the
 * scroll position is restored.
 */
export function useOpenedRecords({
  projectId,
  resource,
  records,
  total,
  marked,
  search,
  change,
  table,
}: {
  readonly projectId: string;
  readonly resource: LogResource;
  readonly records: readonly LogRecord[];
  readonly total: ReturnType<typeof useTotal>;
  readonly marked: string | undefined;
  readonly search: LogSearch;
  readonly change: ReturnType<typeof useLogSearch>["change"];
  readonly table: RefObject<LogTableHandle | null>;
}) {
  const navigate = useNavigate();
  // Session-storage key of the record to focus when the user returns to the list.
  const activeKey = `threadline.active.${resource}`;
  const text = resource === "scores" ? undefined : marked;
  /**
   * Stores the records of the list in the browser's session storage. The page of the opened record reads them to link
   * to the list, and to the previous and next record of the list.
   */
  const leaveFor = (record: LogRecord): void => {
    sessionStorage.setItem(activeKey, record.id);
    const entries = records.flatMap((each, index) => {
      const { threadId, rootId } = each;
      if (threadId === null && rootId === null) return [];
      return { threadId, rootId, stepId: stepToSelect(each) ?? null, position: index + 1 };
    });
    const opened = records.indexOf(record) + 1;
    keepWalk({
      projectId,
      back: `${location.pathname}${location.search}`,
      text,
      entries,
      total: total?.text ?? null,
      at: entries.findIndex(({ position }) => position === opened),
    });
  };
  const open = (record: LogRecord): void => {
    const target = recordTarget(record, projectId, { text, currentStepId: search.currentStepId, view: search.view });
    if (target === null) return;
    leaveFor(record);
    void navigate(target);
  };
  const peek = (record: LogRecord): void => {
    sessionStorage.setItem(activeKey, record.id);
    // If another record is open in the panel, its history entry is replaced. The Back button then returns to the list,
    // and not to the record that was open before.
    void change({ peek: record.id, currentStepId: stepToSelect(record) }, { replace: search.peek !== undefined });
  };
  const closePeek = (): void => {
    if (search.peek !== undefined) table.current?.focus(search.peek);
    void change({ peek: undefined, currentStepId: undefined, view: undefined }, { replace: true });
  };
  const followLink = ({ target }: MouseEvent): void => {
    const row = target instanceof Element && target.closest("a") ? target.closest("[data-row]") : null;
    const record = row && records[Number(row.getAttribute("data-row"))];
    if (record) leaveFor(record);
  };
  return { text, leaveFor, open, peek, closePeek, followLink, activeId: sessionStorage.getItem(activeKey) };
}
