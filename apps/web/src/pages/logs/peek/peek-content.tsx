import { useMemo, useRef, useState } from "react";
import { onDemand } from "../../../ui/on-demand.tsx";
import { EmptyState, LoadingState } from "../../../ui/page-state.tsx";
import { StepContent } from "../../thread/step-content.tsx";
import { ThreadContent } from "../../thread/thread-content.tsx";
import type { HiddenScores } from "../../thread/thread-context.ts";
import type { ThreadSearch } from "../../thread/thread-search.ts";
import type { LogRecord } from "../log-record.ts";
import { usePeekText } from "./messages.ts";

const PeekExperimentItem = onDemand(
  async () => (await import("./peek-experiment-item.tsx")).PeekExperimentItem,
  <LoadingState shape="thread" />,
);

/** Search parameters that select what the side panel shows: a step of the record, and the view. */
export type PeekedState = Pick<ThreadSearch, "currentStepId" | "view">;

export interface PeekContentProps {
  readonly projectId: string;
  readonly record: Pick<LogRecord, "experimentItem" | "rootId" | "threadId">;
  readonly search: PeekedState;
  readonly text: string | undefined;
  readonly hiddenScores?: HiddenScores | undefined;
  readonly onChange: (change: PeekedState, hash?: string) => Promise<void>;
  readonly onDeleted: () => void;
}

export function PeekContent({ projectId, record, search, text, hiddenScores, onChange, onDeleted }: PeekContentProps) {
  const t = usePeekText();
  // The panel has a search of its own, inside the record. Its state cannot be in the URL, because the search text in
  // the URL is that of the list.
  const [own, setOwn] = useState<Pick<ThreadSearch, "types" | "q">>({ q: text });
  const latest = useRef(onDeleted);
  latest.current = onDeleted;
  const panel = useMemo(() => ({ onDeleted: () => latest.current(), hiddenScores }), [hiddenScores]);
  const onNavigate = async (change: ThreadSearch, hash?: string): Promise<void> => {
    const { types, q, ...shown } = change;
    if ("types" in change) setOwn((before) => ({ ...before, types }));
    if ("q" in change) setOwn((before) => ({ ...before, q }));
    if (Object.keys(shown).length > 0) await onChange(shown, hash);
  };
  const shared = { projectId, search: { ...own, ...search }, panel, onNavigate };
  if (record.threadId !== null) return <ThreadContent {...shared} threadId={record.threadId} />;
  if (record.rootId !== null) return <StepContent {...shared} stepId={record.rootId} />;
  const { experimentItem } = record;
  if (!experimentItem) return <EmptyState drawing="missing" title={t("noTarget")} />;
  return <PeekExperimentItem projectId={projectId} item={experimentItem} />;
}
