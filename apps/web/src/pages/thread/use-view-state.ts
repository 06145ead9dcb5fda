import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Outline } from "./outline/outline.ts";
import { groupSteps } from "./outline/step-groups.ts";
import { foldSteps, type StepFold } from "./outline/step-folds.ts";
import { firstOfRun, foldToolRuns, type ToolRun } from "./outline/tool-runs.ts";
import { visibleSteps } from "./outline/visible-steps.ts";
import type { ThreadViewName } from "./thread-search.ts";
import { chatItems } from "./views/chat-items.ts";
import { shownStep } from "./views/shown-step.ts";
import { foldedAgents, transcriptKind } from "./views/transcript-rows.ts";

const none: ReadonlySet<string> = new Set();
const noRuns: ReadonlyMap<number, ToolRun> = new Map();
const noFolds: ReadonlyMap<number, StepFold> = new Map();

/**
 * State of the views of a thread: visible steps and their order, collapsed steps, and the selected node of the graph.
 */
export function useViewState(options: {
  readonly outline: Outline;
  readonly view: ThreadViewName;
  readonly selected: number | null;
  /** Types of steps to show, comma-separated. Empty: all. */
  readonly types: string;
  /** Whether the chat shows all steps between messages, instead of one line for many of them. */
  readonly showsAllSteps: boolean;
  /** Whether the selected step is the one that the thread opened at. It then expands nothing in the chat. */
  readonly isInitial: boolean;
}) {
  const { outline, view, selected, types, showsAllSteps, isInitial } = options;
  const [tree, setTree] = useState<ReadonlySet<string>>(none);
  const [folded, setFolded] = useState<ReadonlySet<string> | null>(null);
  const firstFolded = useMemo(() => (view === "transcript" ? foldedAgents(outline) : none), [outline, view]);
  const isTranscript = view === "transcript";
  const collapsed = isTranscript ? (folded ?? firstFolded) : tree;
  const setCollapsed = isTranscript ? setFolded : setTree;

  const items = useMemo(() => (view === "chat" ? chatItems(outline) : []), [outline, view]);
  const groups = useMemo(() => (view === "graph" ? groupSteps(outline) : null), [outline, view]);
  const [pickedKey, setPickedKey] = useState<string | null>(null);
  const picked = groups?.groups.find(({ key }) => key === pickedKey) ?? null;
  const [openRuns, setOpenRuns] = useState<ReadonlySet<string>>(none);
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(none);
  const { rows, runs, folds, canFold } = useMemo(() => {
    const all = allRows();
    const kinds = new Map(items.map(({ kind, step }) => [step, kind]));
    const isTool =
      view === "chat"
        ? (step: number) => kinds.get(step) === "tool"
        : (step: number) => transcriptKind(outline, step) === "tool";
    if (view !== "chat" && !isTranscript) return { rows: all, runs: noRuns, folds: noFolds, canFold: false };
    const withRuns = foldToolRuns({ outline, rows: all, isTool, opened: openRuns });
    if (view !== "chat") return { ...withRuns, folds: noFolds, canFold: false };
    const { rows: shown, folds: between } = foldSteps({
      ...withRuns,
      outline,
      canFold: (step) => kinds.get(step) === "tool" || kinds.get(step) === "error",
      opened: openFolds,
      // In an exchange, the input and output of the run are shown above its steps, so no message follows the steps.
      foldsEnd: items.some(({ kind }) => kind === "exchange"),
    });
    if (showsAllSteps) return { ...withRuns, folds: noFolds, canFold: between.size > 0 };
    return { rows: shown, runs: withRuns.runs, folds: between, canFold: between.size > 0 };

    function allRows(): Int32Array {
      if (view === "chat") return Int32Array.from(items, ({ step }) => step);
      if (view === "graph") return picked ? Int32Array.from(picked.steps) : outline.order;
      if (types !== "" && hasTypeFilter(view)) {
        const wanted = new Set(types.split(","));
        return outline.order.filter((step) => wanted.has(outline.typeOf(step)));
      }
      return visibleSteps(outline, collapsed);
    }
  }, [outline, view, isTranscript, items, collapsed, picked, types, openRuns, openFolds, showsAllSteps]);

  // When the selection changes, expands the ancestors of the selected step, and the run of tool calls and the fold that
  // contain it. When the view changes, expands only the ancestors. New steps expand nothing, because the user may have
  // collapsed a part.
  const selectedId = selected === null ? null : outline.idOf(selected);
  const openRun = useEffectEvent(() => {
    if (selected === null || (isInitial && view === "chat")) return;
    const first = firstOfRun(runs, selected);
    if (first !== null) setOpenRuns((before) => new Set([...before, outline.idOf(first)]));
    const fold = firstOfRun(folds, selected);
    if (fold !== null) setOpenFolds((before) => new Set([...before, outline.idOf(fold)]));
  });
  const openAncestors = useEffectEvent(() => {
    if (selected === null) return;
    const open = (before: ReadonlySet<string>): ReadonlySet<string> => {
      const around = ancestorsOf(outline, selected).filter((id) => before.has(id));
      return around.length > 0 ? without(before, around) : before;
    };
    if (!isTranscript) setTree(open);
    else {
      setFolded((before) => {
        const opened = open(before ?? firstFolded);
        return before === null && opened === firstFolded ? null : opened;
      });
    }
  });
  useEffect(() => openRun(), [selectedId]);
  // Until the user expands or collapses an agent, the transcript collapses agents by default (`firstFolded`). When
  // steps are added, this may collapse ancestors of the selected step, so they are expanded again.
  const automatic = folded === null ? firstFolded : none;
  useEffect(() => openAncestors(), [selectedId, isTranscript, automatic]);

  // Picks the group of the selected step, so that the graph lists the steps of this group.
  useEffect(() => {
    const group = selected === null ? undefined : groups?.groups[groups.groupOf[selected] ?? -1];
    if (group) setPickedKey(group.key);
  }, [selected, groups]);

  // Row of the chat that shows the selected step.
  const shownRow = useMemo(() => {
    if (selected === null || view !== "chat") return null;
    const row = shownStep(
      outline,
      Int32Array.from(items, ({ step }) => step),
      selected,
    );
    if (row === null) return null;
    const around = [folds, runs].flatMap((each) => firstOfRun(each, row) ?? []);
    return [row, ...around.toReversed()].find((each) => rows.includes(each)) ?? null;
  }, [outline, view, items, rows, runs, folds, selected]);

  return {
    rows,
    runs,
    folds,
    /** Whether the chat collapses steps between messages, or would if it did not show all steps. */
    canFold,
    shownRow,
    toggleFold: (first: number): void => {
      const id = outline.idOf(first);
      setOpenFolds((before) => (before.has(id) ? without(before, [id]) : new Set([...before, id])));
    },
    toggleRun: (first: number): void => {
      const id = outline.idOf(first);
      setOpenRuns((before) => (before.has(id) ? without(before, [id]) : new Set([...before, id])));
    },
    items,
    collapsed,
    groups,
    picked,
    pick: setPickedKey,
    toggle: (step: number): void => {
      const id = outline.idOf(step);
      setCollapsed(collapsed.has(id) ? without(collapsed, [id]) : new Set([...collapsed, id]));
    },
    expandAll: () => setCollapsed(none),
    collapseAll: () => setCollapsed(new Set(outline.ids.filter((_, step) => (outline.below[step] ?? 0) > 0))),
  };
}

export function hasTypeFilter(view: ThreadViewName): boolean {
  return view === "tree" || view === "waterfall";
}

function ancestorsOf(outline: Outline, step: number): string[] {
  const ids: string[] = [];
  for (let at = outline.parents[step] ?? -1; at !== -1; at = outline.parents[at] ?? -1) ids.push(outline.idOf(at));
  return ids;
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}
