import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { copyText } from "../../ui/copy-text.ts";
import { useThreadText } from "./messages.ts";
import { answerSource } from "./outline/answer-source.ts";
import type { Outline } from "./outline/outline.ts";
import { similarSteps } from "./outline/similar-steps.ts";
import { type Payload, PayloadCache } from "./payloads/payload-cache.ts";
import { readSteps } from "./payloads/read-steps.ts";
import { MatchPreviewsContext, PreviewCacheContext, readPreviews } from "./payloads/preview.ts";
import { previewsOf } from "./payloads/previews-of.ts";
import { PayloadCacheContext } from "./payloads/use-payload.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { usePlayback } from "./playback/use-playback.ts";
import { type ShownThread, ThreadContext, type ThreadPanel, type ThreadRights } from "./thread-context.ts";
import { ThreadHeader } from "./thread-header.tsx";
import { type ThreadSearch, type ThreadViewName, wholeThread } from "./thread-search.ts";
import { ThreadToolbar } from "./thread-toolbar.tsx";
import styles from "./thread-view.module.css";
import { useLiveThread } from "./live/use-live-thread.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useNewest } from "../../ui/use-newest.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { useStoredLayout } from "../../ui/use-stored-layout.ts";
import { useWidth } from "../../ui/use-width.ts";
import { type JumpName, jumpNames, useJumps } from "./use-jumps.ts";
import { useNarrow } from "./use-narrow.ts";
import { useSelectedStep } from "./use-selected-step.ts";
import { useSheetEntry } from "./use-sheet-entry.ts";
import { useThreadKeys } from "./use-thread-keys.ts";
import { useThreadMatches } from "./use-thread-matches.ts";
import { hasTypeFilter, useViewState } from "./use-view-state.ts";
import { ChatView } from "./views/chat-view.tsx";
import { rowsHeight } from "./views/rows-height.ts";
import { questionBefore } from "./views/question-before.ts";
import { isInChat } from "./views/shown-step.ts";
import { LoadFailure } from "./views/load-failure.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

export interface ThreadViewProps {
  readonly projectId: string;
  /** Id of the thread; null for a run without a thread. */
  readonly threadId: string | null;
  readonly thread: ShownThread | null;
  readonly title: string;
  readonly outline: Outline;
  readonly view: ThreadViewName;
  /** Id of the selected step. Null selects the step that explains a failure, if any. Empty selects none. */
  readonly selectedId: string | null;
  /** Types of steps to show, comma-separated. Default: all. */
  readonly types: string | undefined;
  /** Number of the message that the playback shows. Absent without playback. */
  readonly play?: number | undefined;
  readonly text: string | undefined;
  readonly onNavigate: (change: ThreadSearch, hash?: string) => Promise<void>;
  readonly onRefresh: () => Promise<void>;
  /** Reads the payloads of steps. Default: from the project. */
  readonly readSteps?: ((ids: readonly string[]) => Promise<Payload[]>) | undefined;
  /** Token of the page's share link; absent for members of the project. */
  readonly shareToken?: string | undefined;
  readonly rights: ThreadRights;
  readonly empty: ReactNode;
  /** Set if the thread is in a panel beside a list; absent on a page. */
  readonly panel?: ThreadPanel | undefined;
}

// The steps are shown first, so the inspector is loaded on demand.
const StepInspector = onDemand(
  async () => (await import("./inspector/step-inspector.tsx")).StepInspector,
  <LoadingState />,
);
const ThreadInspector = onDemand(
  async () => (await import("./inspector/thread-inspector.tsx")).ThreadInspector,
  <LoadingState />,
);

const MarkText = onDemand(async () => (await import("./mark-text.tsx")).MarkText);
const StepSheet = onDemand(async () => (await import("./step-sheet.tsx")).StepSheet);
const ShortcutsDialog = onDemand(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

const StepRows = onDemand(async () => (await import("./views/step-rows.tsx")).StepRows, <LoadingState />);
const PlaybackView = onDemand(
  async () => (await import("./playback/playback-view.tsx")).PlaybackView,
  <LoadingState />,
);
const GraphView = onDemand(async () => (await import("./graph/graph-view.tsx")).GraphView, <LoadingState />);
const TranscriptView = onDemand(
  async () => (await import("./views/transcript-view.tsx")).TranscriptView,
  <LoadingState />,
);

const panelNames = ["view", "inspector"];
/**
 * Minimum width of the side panel in pixels at which the selected step is beside the list of steps. In a narrower
 * panel, the selected step is below the list.
 */
const splitWidth = 720;

export function ThreadView(props: ThreadViewProps) {
  const { projectId, threadId, thread, title, outline, view, onNavigate, onRefresh } = props;
  const { mayAnnotate, mayWrite } = props.rights;
  const shareToken = props.shareToken ?? null;
  const t = useThreadText();
  const isNarrow = useNarrow();
  const panel = props.panel ?? null;
  const isPanel = panel !== null;
  const [width, pageRef] = useWidth();
  const orientation = isPanel && width < splitWidth ? "vertical" : "horizontal";
  const panels = useStoredLayout(isPanel ? `peek.panels.${orientation}` : "thread.panels", panelNames);
  const [[cache, previews]] = useState(() => {
    const { readSteps: readGiven } = props;
    return [
      new PayloadCache(readGiven ?? ((ids) => readSteps(projectId, ids))),
      new PayloadCache(async (ids) => (readGiven ? previewsOf(await readGiven(ids)) : readPreviews(projectId, ids))),
    ] as const;
  });
  const [notice, setNotice] = useState({ text: "", count: 0 });
  const announce = useCallback((said: string) => setNotice(({ count }) => ({ text: said, count: count + 1 })), []);
  const [text, setText] = useState(props.text ?? "");
  const settledText = useDebounced(text, 500);
  const noteText = useEffectEvent((noted: string) => {
    if (noted !== (props.text ?? "")) void onNavigate({ q: noted === "" ? undefined : noted });
  });
  useEffect(() => noteText(settledText), [settledText]);
  const matchPreviews = useMemo(() => {
    const wanted = settledText.trim();
    if (wanted.length < 2 || shareToken !== null) return null;
    return { text: wanted, cache: new PayloadCache(async (ids) => readPreviews(projectId, ids, wanted)) };
  }, [projectId, settledText, shareToken]);
  const caches = useMemo(
    () => [cache, previews, ...(matchPreviews === null ? [] : [matchPreviews.cache])],
    [cache, previews, matchPreviews],
  );
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isOverviewOpen, setIsOverviewOpen] = useState(false);
  const stream = useLiveThread({
    projectId,
    shareToken,
    threadId,
    outline,
    caches,
    onRefresh,
  });
  const searchBox = useRef<HTMLInputElement>(null);
  const selection = useSelectedStep({
    outline,
    chosenId: props.selectedId,
    // Selects the failure unless the URL contains a search text or a playback position, or the thread is shown to a
    // reviewer, who reads it from the start.
    opensAtError: props.text === undefined && props.play === undefined && panel?.hiddenScores === undefined,
    // During a review, a sheet with the step would cover the rubric, and a panel would repeat what the chat shows.
    marksOnly: panel?.hiddenScores !== undefined,
    onNavigate(change) {
      const step = outline.indexOf(change.currentStepId ?? "");
      const isUnplayed = step !== undefined && playback !== null && !playback.hasShown(step);
      return onNavigate(isUnplayed ? { ...change, play: undefined } : change);
    },
  });
  const { selectedId, isInitial, isOnlyMarked, markOnly, select: selectInView } = selection;
  const { content: sheetContent, open: openSheet, close: closeSheet } = useSheetEntry();
  const isSheetOpenRef = useRef(false);
  const select = useCallback(
    (id: string | null) => {
      if (id !== null && isNarrow && !isSheetOpenRef.current) openSheet("step");
      if (id !== null || !closeSheet()) selectInView(id ?? (isNarrow ? wholeThread : null));
    },
    [isNarrow, selectInView, openSheet, closeSheet],
  );
  const selected = selectedId === null ? null : (outline.indexOf(selectedId) ?? null);
  const types = props.types ?? "";
  const [showsAllSteps, setShowsAllSteps] = useStoredState("thread.allSteps", (stored) => stored === true);
  const state = useViewState({ outline, view, selected, types, showsAllSteps, isInitial });
  const canFold = view === "chat" && props.play === undefined && state.canFold;
  const playback = usePlayback({
    outline,
    items: state.items,
    position: props.play,
    // Clears the selected step, so that the side panel shows the entry at the new position.
    onPosition: (play) => void onNavigate({ play, currentStepId: undefined }),
  });
  const { matches, isPartial } = useThreadMatches({ outline, threadId, text, isLocal: shareToken !== null });
  const matching = useMemo(() => new Set(matches), [matches]);

  const navigate = useRef(onNavigate);
  navigate.current = onNavigate;
  const latestOutline = useRef(outline);
  latestOutline.current = outline;
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  const copyLink = useCallback(
    async (id: string, hash?: string) => {
      await navigate.current({ currentStepId: id }, hash);
      await copyText(location.href);
      announce(t("linkCopied"));
    },
    [announce, t],
  );
  const newestRef = useNewest(selected);
  const selectStep = useCallback(
    (step: number) => {
      newestRef.current = step;
      select(outline.idOf(step));
    },
    [newestRef, outline, select],
  );
  const toggle = useRef(state.toggle);
  toggle.current = state.toggle;
  const toggleRun = useRef(state.toggleRun);
  toggleRun.current = state.toggleRun;
  const toggleToolRun = useCallback((first: number) => toggleRun.current(first), []);
  const toggleFold = useRef(state.toggleFold);
  toggleFold.current = state.toggleFold;
  const toggleSteps = useCallback((first: number) => toggleFold.current(first), []);
  const toggleStep = useCallback((step: number) => toggle.current(step), []);

  const findStep = useJumps(outline);
  const jump = (to: JumpName): void => {
    const step = findStep(to, newestRef.current);
    if (step !== null) selectStep(step);
  };
  const isOfTypes = types !== "" && hasTypeFilter(view);
  const hasCollapse = view !== "chat" && view !== "graph" && !isOfTypes;
  const { onArrow } = useThreadKeys({
    onMove(to) {
      if (playback) return playback.move(to);
      const newest = newestRef.current;
      const isShown = newest !== null && newest !== selected && state.rows.includes(newest);
      const marked = view === "chat" && !isShown ? state.shownRow : newest;
      const at = marked === null ? -1 : state.rows.indexOf(marked);
      const last = state.rows.length - 1;
      const places = {
        first: 0,
        last,
        next: at + 1,
        previous: at === -1 ? last : at - 1,
      };
      const next = state.rows[places[to]];
      if (next !== undefined) selectStep(next);
    },
    onCollapse() {
      if (playback) return playback.move("previous");
      const at = newestRef.current;
      if (at === null) return;
      const parent = outline.parents[at] ?? -1;
      const canCollapse = (outline.below[at] ?? 0) > 0 && !state.collapsed.has(outline.idOf(at));
      if (canCollapse && hasCollapse) state.toggle(at);
      else if (parent !== -1) selectStep(parent);
    },
    onExpand() {
      if (playback) return playback.move("next");
      const at = newestRef.current;
      if (at === null || (outline.below[at] ?? 0) === 0) return;
      if (hasCollapse && state.collapsed.has(outline.idOf(at))) state.toggle(at);
      else selectStep(outline.order[(outline.positions[at] ?? 0) + 1] ?? at);
    },
    onJump: jump,
    onView: (name) => void onNavigate({ view: name }),
    onSearch: () => searchBox.current?.focus(),
    onHelp: () => setIsHelpOpen(true),
    onClose: () => (playback ? playback.leave() : selectedId !== null && select(null)),
    hasShortcuts: !isPanel,
  });

  const { openState } = outline;
  const context = useMemo(
    () => ({
      openState,
      projectId,
      threadId,
      shareToken,
      rights: { mayAnnotate, mayWrite },
      select,
      copyLink,
      announce,
      panel,
      usageOf(id: string) {
        const { totalTokens, totalCosts } = latestOutline.current;
        const step = latestOutline.current.indexOf(id);
        return step === undefined ? null : { tokens: totalTokens[step] || null, cost: totalCosts[step] || null };
      },
      sourceOf: (id: string) => answerSource(latestOutline.current, id),
      listSteps: (id: string) => similarSteps(latestOutline.current, id),
      refreshStep(id: string) {
        for (const each of caches) each.refresh([id]);
        void refresh.current();
      },
    }),
    [openState, projectId, threadId, shareToken, mayAnnotate, mayWrite, select, copyLink, announce, panel, caches],
  );

  // During a playback, the side panel shows the current entry. The exception is an entry that was already played: if
  // the user has selected one, the panel shows that entry.
  const isFollowing = playback !== null && !(props.selectedId && selected !== null && playback.hasShown(selected));
  const chosenId = isFollowing ? null : props.selectedId;
  const playedId = isFollowing ? outline.idOf(playback.step) : null;

  const viewProps = {
    outline,
    rows: state.rows,
    selected,
    matches: matching,
    collapsed: state.collapsed,
    onSelect: selectStep,
    onToggle: toggleStep,
  };
  const folds = { runs: state.runs, onToggleRun: toggleToolRun };
  const steps = {
    folds: state.folds,
    onToggleFold: toggleSteps,
    shownRow: state.shownRow,
    openingRow:
      isInitial && state.shownRow !== null ? questionBefore(outline, state.items, state.rows, state.shownRow) : null,
  };
  const content = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the list inside has the role and the focus
    <div className={styles.content} data-searched onKeyDown={onArrow}>
      {outline.size === 0 ? (
        props.empty
      ) : playback ? (
        <PlaybackView
          {...viewProps}
          selected={chosenId === null ? playback.step : selected}
          items={state.items}
          playback={playback}
        />
      ) : view === "chat" ? (
        <ChatView {...viewProps} {...folds} {...steps} items={state.items} />
      ) : view === "transcript" ? (
        <TranscriptView {...viewProps} {...folds} />
      ) : state.groups ? (
        <GraphView
          {...viewProps}
          groups={state.groups}
          picked={state.picked}
          onPick={state.pick}
          selectsStep={!isNarrow}
        />
      ) : (
        <StepRows
          key={view}
          {...viewProps}
          isTimed={view === "waterfall"}
          listName={isOfTypes ? t("someTypes") : undefined}
        />
      )}
      <LoadFailure />
    </div>
  );
  // On a narrow screen, the step is shown in a sheet that covers the view. The sheet opens only for a step that the
  // user or the URL selected. On a wide screen, a reviewer reads a step of the chat in the chat, and not twice.
  const isReviewed = panel?.hiddenScores !== undefined;
  const isReadInChat = isReviewed && view === "chat" && selected !== null && isInChat(outline, state.items, selected);
  const isUnopened = isNarrow ? isOnlyMarked || chosenId === null : isOnlyMarked && isReadInChat;
  const inspectedId = isUnopened ? null : (playedId ?? selectedId);
  // A selected row is shown before its step, and steps that the user passes quickly may be left out.
  const inspectedLater = useDeferredValue(inspectedId) ?? inspectedId;
  const stepInspector = useMemo(
    () => inspectedLater !== null && <StepInspector id={inspectedLater} outline={outline} />,
    [inspectedLater, outline],
  );
  const inspector =
    inspectedId === null ? (
      <ThreadInspector thread={thread} outline={outline} onChanged={() => void onRefresh()} />
    ) : (
      stepInspector
    );
  const isSheetOpen = sheetContent === "overview" || (inspectedId !== null && (!isReviewed || sheetContent === "step"));
  isSheetOpenRef.current = isSheetOpen;
  // A reviewer reads the thread in the whole width, and a narrow panel shows it in its whole height. The inspector
  // opens for a step that the user selects.
  const opensOverview = isReviewed || (isPanel && orientation === "vertical");
  const hasInspector = !opensOverview || inspectedId !== null || isOverviewOpen;
  const hasRows = (view === "tree" || view === "waterfall") && state.rows.length > 0;
  // If the list is short, the panel with the step also gets the space that the list does not need.
  const fitted = orientation === "vertical" && hasRows ? rowsHeight(state.rows.length) : "none";
  return (
    <ThreadContext value={context}>
      <PayloadCacheContext value={cache}>
        <PreviewCacheContext value={previews}>
          <MatchPreviewsContext value={matchPreviews}>
            <div ref={isPanel ? pageRef : undefined} className={styles.page}>
              <ThreadHeader
                thread={thread}
                threadId={threadId}
                title={title}
                outline={outline}
                isLive={stream === "open"}
                onNextError={() => jump("error")}
              />
              <ThreadToolbar
                view={view}
                text={text}
                searchBox={searchBox}
                matches={matches}
                isPartial={isPartial}
                selected={selected}
                onView={(name) => void onNavigate({ view: name })}
                isPlaying={playback !== null}
                onPlay={
                  view === "chat" && outline.size > 0 && !isPanel
                    ? () => void onNavigate({ play: playback ? undefined : 1, currentStepId: undefined })
                    : null
                }
                onText={setText}
                onSelect={selectStep}
                jumps={jumpNames.filter((name) => name !== "error" || outline.errorCount > 0)}
                onJump={jump}
                types={hasTypeFilter(view) ? { all: outline.types, shown: types === "" ? [] : types.split(",") } : null}
                onTypes={(chosen) => void onNavigate({ types: chosen.length === 0 ? undefined : chosen.join(",") })}
                onExpandAll={hasCollapse ? state.expandAll : null}
                onCollapseAll={state.collapseAll}
                onAllSteps={canFold ? () => setShowsAllSteps(!showsAllSteps) : null}
                showsAllSteps={showsAllSteps}
                onHelp={isPanel || isNarrow ? null : () => setIsHelpOpen(true)}
                onDetails={
                  isReadInChat && !isNarrow && selectedId !== null
                    ? () => (isUnopened ? select(selectedId) : markOnly(selectedId))
                    : null
                }
                hasDetails={!isUnopened}
                onOverview={
                  isNarrow
                    ? () => {
                        openSheet("overview");
                        if (inspectedId !== null) selectInView(wholeThread);
                      }
                    : thread && inspectedId !== null && !isFollowing
                      ? () => {
                          select(null);
                          if (!isReviewed) setIsOverviewOpen(true);
                        }
                      : opensOverview
                        ? () => setIsOverviewOpen(!isOverviewOpen)
                        : null
                }
                isOverviewOpen={opensOverview && !isNarrow && inspectedId === null ? isOverviewOpen : undefined}
              />
              {isNarrow ? (
                <>
                  {content}
                  <StepSheet
                    isOpen={isSheetOpen}
                    title={t(inspectedId === null ? "overview" : "step")}
                    onClose={() => select(null)}
                  >
                    {isSheetOpen && inspector}
                  </StepSheet>
                </>
              ) : (
                <Group
                  key={orientation}
                  orientation={orientation}
                  className={styles.panels}
                  style={{ "--view-height": fitted } as CSSProperties}
                  disableCursor
                  {...panels}
                >
                  <Panel id="view" defaultSize="58%" minSize="25%">
                    {content}
                  </Panel>
                  {hasInspector && (
                    <>
                      <Separator className={styles.separator} data-orientation={orientation} aria-label={t("resize")} />
                      {/* The content of a step scrolls itself. A scrollable panel around a placeholder would contain no
                          control, so keys could not reach it. */}
                      <Panel id="inspector" defaultSize="42%" minSize="20%" style={{ overflow: "hidden" }}>
                        <aside className={styles.side} aria-label={t("step")} data-searched>
                          {inspector}
                        </aside>
                      </Panel>
                    </>
                  )}
                </Group>
              )}
              <div role="status">
                {notice.count > 0 && (
                  // A new key creates the element again, so that a repeated notice is shown and announced again.
                  <div key={notice.count} className={styles.notice}>
                    <VisibleText text={notice.text} />
                  </div>
                )}
              </div>
            </div>
            {settledText.trim() !== "" && <MarkText text={settledText.trim()} />}
            {isHelpOpen && <ShortcutsDialog isOpen onClose={() => setIsHelpOpen(false)} />}
          </MatchPreviewsContext>
        </PreviewCacheContext>
      </PayloadCacheContext>
    </ThreadContext>
  );
}
