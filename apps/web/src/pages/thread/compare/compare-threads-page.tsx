import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { Button, IconButton } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useStoredLayout } from "../../../ui/use-stored-layout.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { firstLayout } from "../actions/comparable-part.ts";
import { useThreadText } from "../messages.ts";
import { readOutline } from "../outline/outline.ts";
import { PayloadCache } from "../payloads/payload-cache.ts";
import { readSteps } from "../payloads/read-steps.ts";
import { PayloadCacheContext } from "../payloads/use-payload.ts";
import { StepSheet } from "../step-sheet.tsx";
import { threadOptions } from "../thread-data.ts";
import { useNarrow } from "../use-narrow.ts";
import { alignSteps, type StepPair } from "./align-steps.ts";
import { CompareSummary } from "./compare-summary.tsx";
import type { CompareThreadsSearch } from "./compare-threads-search.ts";
import styles from "./compare.module.css";
import { useCompareText } from "./messages.ts";
import { PairDetail } from "./pair-detail.tsx";
import { PairList } from "./pair-list.tsx";
import { firstOfInterest, isOtherStep, type Outlines, pairKey, pairsAround, type PayloadChange } from "./pair-rows.ts";
import { ThreadPicker } from "./thread-picker.tsx";

const route = "/projects/$projectId/logs/compare";

const panelNames = ["pairs", "detail"];

export function CompareThreadsPage() {
  const t = useCompareText();
  const thread = useThreadText();
  const { projectId } = useParams({ from: route });
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const before = useThread(projectId, search.before);
  const after = useThread(projectId, search.after);
  usePageTitle(t("title"));
  const change = useCallback(
    (part: Partial<Record<keyof CompareThreadsSearch, string | boolean | undefined>>) =>
      void navigate({
        search: (current) => ({ ...current, ...part }) as CompareThreadsSearch, // `part` contains only known parameters
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const sides = { before, after };
  const picker = (side: "before" | "after") => (
    <div className={styles.choose}>
      <ThreadPicker
        label={t(side)}
        value={search[side] ?? null}
        name={sides[side].head?.name ?? null}
        error={sides[side].isMissing ? thread("missing") : sides[side].isTooLong ? thread("tooLong") : null}
        onChange={(id) => change({ [side]: id, step: undefined })}
      />
      {sides[side].outline && (
        <Link
          className={styles.link}
          to="/projects/$projectId/logs/threads/$threadId"
          params={{ projectId, threadId: search[side] ?? "" }}
          search={{ view: "tree" }}
        >
          {t(side === "before" ? "openBefore" : "openAfter")}
        </Link>
      )}
    </div>
  );
  const failed = [before, after].find(({ error }) => error !== null);
  const isLoading = before.isLoading || after.isLoading;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t("title")}</h1>
        <div className={styles.pickers}>
          {picker("before")}
          <IconButton
            label={t("swap")}
            onClick={() => change({ before: search.after, after: search.before, step: undefined })}
          >
            <ArrowLeftRight size={16} />
          </IconButton>
          {picker("after")}
        </div>
      </header>
      {failed ? (
        <ErrorState isPage error={failed.error} onRetry={() => [before, after].forEach(({ retry }) => retry())} />
      ) : isLoading ? (
        <LoadingState shape="rows" />
      ) : before.outline && after.outline ? (
        <Comparison
          key={`${search.before ?? ""} ${search.after ?? ""}`}
          projectId={projectId}
          outlines={{ before: before.outline, after: after.outline }}
          heads={{ before: before.head, after: after.head }}
          search={search}
          onChange={change}
        />
      ) : (
        <EmptyState isPage title={t("chooseBoth")}>
          {t("chooseBothHint")}
        </EmptyState>
      )}
    </div>
  );
}

function useThread(projectId: string, id: string | undefined) {
  const options = threadOptions(projectId, id ?? "");
  const isGiven = id !== undefined;
  const head = useQuery({ ...options.head, enabled: isGiven });
  const columns = useQuery({ ...options.outline, enabled: isGiven });
  const found = columns.data?.threadDetail;
  const outline = useMemo(() => readOutline(found?.outline), [found]);
  return {
    head: head.data?.threadDetail ?? null,
    outline,
    isMissing: isGiven && found === null,
    isTooLong: isGiven && found !== null && found !== undefined && outline === null,
    isLoading: isGiven && (columns.isLoading || head.isLoading),
    error: isGiven ? (columns.error ?? head.error) : null,
    retry: () => void Promise.all([head.refetch(), columns.refetch()]),
  };
}

function Comparison(props: {
  readonly projectId: string;
  readonly outlines: Outlines;
  readonly heads: Parameters<typeof CompareSummary>[0]["heads"];
  readonly search: CompareThreadsSearch;
  readonly onChange: (part: Partial<Record<keyof CompareThreadsSearch, string | boolean | undefined>>) => void;
}) {
  const { projectId, search, onChange } = props;
  const { before, after } = props.outlines;
  const t = useCompareText();
  const isNarrow = useNarrow();
  const panels = useStoredLayout("compare.panels", panelNames);
  const [cache] = useState(() => new PayloadCache((ids) => readSteps(projectId, ids)));
  const outlines = useMemo(() => ({ before, after }), [before, after]);
  const pairs = useMemo(() => alignSteps(before, after), [before, after]);
  const [changes, setChanges] = useState<ReadonlyMap<string, PayloadChange>>(() => new Map());
  const noteChange = useCallback(
    (key: string, change: PayloadChange) =>
      setChanges((known) => (known.has(key) ? known : new Map(known).set(key, change))),
    [],
  );
  const isFiltered = search.changed === true;
  const rows = useMemo(() => {
    if (!isFiltered) return Array.from(pairs.keys());
    return pairsAround(pairs, (at) => {
      const pair = pairs[at];
      if (!pair || isOtherStep(pair, outlines)) return pair !== undefined;
      const change = changes.get(pairKey(pair, outlines));
      return change === undefined || change.input || change.output;
    });
  }, [pairs, isFiltered, changes, outlines]);
  const counts = useMemo(() => {
    const single = (side: "before" | "after"): number => pairs.filter((pair) => pair[side] === null).length;
    const [onlyAfter, onlyBefore] = [single("before"), single("after")];
    return { paired: pairs.length - onlyAfter - onlyBefore, before: onlyBefore, after: onlyAfter };
  }, [pairs]);
  const selected = useMemo(() => {
    if (search.step === undefined) return isNarrow || pairs.length === 0 ? null : firstOfInterest(pairs, outlines);
    const [left, right] = [before.indexOf(search.step), after.indexOf(search.step)];
    const found = pairs.findIndex((pair) =>
      right === undefined ? left !== undefined && pair.before === left : pair.after === right,
    );
    return found === -1 ? null : found;
  }, [pairs, before, after, outlines, isNarrow, search.step]);
  const select = useCallback(
    (pair: StepPair) => {
      const id = pair.after === null ? before.idOf(pair.before ?? 0) : after.idOf(pair.after);
      // If only the other part differs, that part is shown.
      const change = changes.get(pairKey(pair, outlines));
      const isSame = change !== undefined && search.part !== undefined && !change[search.part];
      const hasOther = change?.input === true || change?.output === true;
      onChange({ step: id, ...(isSame && hasOther && { part: undefined }) });
    },
    [before, after, onChange, changes, outlines, search.part],
  );
  const [ownLayout] = useState(firstLayout);
  const shown = selected === null ? null : pairs[selected];
  const shownChange = shown && changes.get(pairKey(shown, outlines));
  const detail = shown && (
    <PairDetail
      pair={shown}
      outlines={outlines}
      part={search.part ?? (shownChange?.input && !shownChange.output ? "input" : "output")}
      layout={search.layout ?? ownLayout}
      onPart={(part) => onChange({ part })}
      onLayout={(layout) => onChange({ layout })}
    />
  );
  const list = (
    <div className={styles.list}>
      <div className={styles.tools}>
        <span className={styles.quiet}>{t("counts", counts)}</span>
        <Button
          size="small"
          isPressed={isFiltered}
          onClick={() => onChange({ changed: isFiltered ? undefined : true })}
        >
          {t("onlyChanges")}
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t("noChanges")} />
      ) : (
        <PairList
          outlines={outlines}
          pairs={pairs}
          rows={rows}
          selected={selected}
          changes={changes}
          onSelect={select}
          onCompared={noteChange}
        />
      )}
    </div>
  );
  return (
    <PayloadCacheContext value={cache}>
      <CompareSummary outlines={outlines} heads={props.heads} />
      {isNarrow ? (
        <>
          {list}
          <StepSheet
            isOpen={detail !== null && detail !== undefined}
            title={t("comparison")}
            onClose={() => onChange({ step: undefined })}
          >
            {detail}
          </StepSheet>
        </>
      ) : (
        <Group orientation="vertical" className={styles.panels} disableCursor {...panels}>
          <Panel id="pairs" defaultSize="60%" minSize="15%">
            {list}
          </Panel>
          <Separator className={styles.separator} aria-label={t("height")} />
          <Panel id="detail" defaultSize="40%" minSize="15%">
            {detail ?? <EmptyState title={t("select")} />}
          </Panel>
        </Group>
      )}
    </PayloadCacheContext>
  );
}
