import { Link, useParams } from "@tanstack/react-router";
import { recordTarget } from "../../logs/record-target.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { EvaluatedRecord } from "../use-evaluated-record.ts";

/**
 * Opens a record in the side panel. A click with a modifier key opens its own page. A deleted record is shown as plain
 * text.
 */
export function OpenButton({
  record,
  onOpen,
}: {
  readonly record: EvaluatedRecord;
  readonly onOpen: (record: EvaluatedRecord) => void;
}) {
  const { projectId = "" } = useParams({ strict: false });
  const target = recordTarget(record, projectId);
  if (target === null) return <VisibleText text={record.name} />;
  const isShown = record.threadId !== null || record.rootId !== null;
  return (
    <Link
      {...target}
      data-row="open"
      onClick={(event) => {
        if (!isShown || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(record);
      }}
    >
      <VisibleText text={record.name} />
    </Link>
  );
}
