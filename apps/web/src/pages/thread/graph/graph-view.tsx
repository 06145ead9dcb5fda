import { Maximize2, X, ZoomIn, ZoomOut } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useStoredLayout } from "../../../ui/use-stored-layout.ts";
import { useStoredState } from "../../../ui/use-stored-state.ts";
import { useWidth } from "../../../ui/use-width.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadText } from "../messages.ts";
import type { StepGroup, StepGroups } from "../outline/step-groups.ts";
import threadStyles from "../thread-view.module.css";
import { rowsHeight } from "../views/rows-height.ts";
import { StepRows } from "../views/step-rows.tsx";
import type { ViewProps } from "../views/view-props.ts";
import { GraphBox, useNodeName } from "./graph-box.tsx";
import styles from "./graph.module.css";
import { layOutGraph } from "./lay-out-graph.ts";
import { useGraphText } from "./messages.ts";
import { nameGraph } from "./name-graph.ts";
import { isDirection, nearestPlace } from "./nearest-place.ts";
import { runGraph } from "./run-graph.ts";
import type { GraphEdge, GraphNode } from "./step-graph.ts";
import { useGraphFrame } from "./use-graph-frame.ts";

const modes = ["names", "run"] as const;
type Mode = (typeof modes)[number];

const readMode = (stored: unknown): Mode => modes.find((mode) => mode === stored) ?? "names";

/**
 * Minimum scale when the graph is fitted to its frame, so that the text stays legible. A graph that is too large at
 * this scale scrolls.
 */
const minFit = 0.6;
const scales = { min: 0.3, max: 2, step: 1.25 } as const;
const none: ReadonlyMap<string, number> = new Map();

const panelNames = ["graph", "list"];

export interface GraphViewProps extends Omit<ViewProps, "collapsed" | "onToggle"> {
  readonly groups: StepGroups;
  /** Group of steps whose node is selected. Its steps are listed below the graph. Null if no node is selected. */
  readonly picked: StepGroup | null;
  readonly onPick: (key: string | null) => void;
  /**
   * Effect of a click on a node of all steps with one name. If true, the click selects the first of these
   * steps. If false, it only lists the steps below the graph.
   */
  readonly selectsStep: boolean;
}

/**
 * Graph of a thread's agents and tools, with one node per name or per step. Lists the steps of the selected node below.
 */
export const GraphView = memo(function GraphView(props: GraphViewProps) {
  const { outline, groups, picked, selected, selectsStep, onPick, onSelect } = props;
  const t = useGraphText();
  const nameOf = useNodeName();
  const [mode, setMode] = useStoredState("thread.graph", readMode);
  const panels = useStoredLayout("thread.graph.panels", panelNames);
  const [opened, setOpened] = useState(none);
  const graph = useMemo(
    () => (mode === "names" ? nameGraph(outline, groups) : runGraph(outline, opened)),
    [outline, groups, mode, opened],
  );
  const placed = useMemo(() => layOutGraph(graph), [graph]);
  const [zoom, setZoom] = useState<number | null>(null);
  const [width, measure] = useWidth();
  // Height of the frame when this graph was first shown. The list below the graph, which opens and closes with a
  // click on a node, must not change the scale.
  const [height, setHeight] = useState(Infinity);
  const fit = Math.min(width / placed.width, height / placed.height);
  const scale = zoom ?? Math.min(1, Math.max(minFit, Math.floor(fit * 1_000) / 1_000));
  const frame = useRef<HTMLDivElement | null>(null);
  const frameRef = useCallback(
    (element: HTMLDivElement | null) => {
      frame.current = element;
      return measure(element);
    },
    [measure],
  );
  useLayoutEffect(() => {
    setZoom(null);
    setHeight(frame.current?.clientHeight ?? Infinity);
  }, [mode]);
  const zoomBy = (factor: number): boolean => {
    const next = Math.min(Math.max(scale * factor, scales.min), scales.max);
    setZoom(next);
    return next !== scale;
  };
  const { onPointerDown, onScaled } = useGraphFrame({ frame, onZoom: zoomBy });
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+") zoomBy(scales.step);
    else if (event.key === "-") zoomBy(1 / scales.step);
    else if (event.key === "0") setZoom(null);
    else return;
    event.preventDefault();
  };
  const pressed = mode === "names" ? (picked?.key ?? null) : selected === null ? null : outline.idOf(selected);

  const latest = useRef({ selected, groups });
  useEffect(() => {
    latest.current = { selected, groups };
  });
  const select = useCallback(
    (node: GraphNode) => {
      const { kind, id, steps } = node;
      if (kind === "rest") setOpened((before) => new Map(before).set(id, (before.get(id) ?? 0) + 1));
      const step = steps[0];
      if (kind === "thread" || kind === "rest" || step === undefined) return;
      const { groupOf, groups: all } = latest.current.groups;
      onPick(all[groupOf[step] ?? -1]?.key ?? null);
      const { selected: shown } = latest.current;
      const isInside = kind === "group" && shown !== null && groupOf[shown] === groupOf[step];
      if (kind === "step" || (selectsStep && !isInside)) onSelect(step);
    },
    [onPick, onSelect, selectsStep],
  );

  const selectFailed = useCallback(
    ({ steps }: GraphNode) => {
      const { selected: shown, groups: shownGroups } = latest.current;
      const failed = Array.from(steps).filter((step) => outline.hasError(step));
      const next = failed[failed.indexOf(shown ?? -1) + 1] ?? failed[0];
      if (next === undefined) return;
      onPick(shownGroups.groups[shownGroups.groupOf[next] ?? -1]?.key ?? null);
      onSelect(next);
    },
    [outline, onPick, onSelect],
  );

  // A list with few steps leaves the space that it does not need to the graph.
  const listHeight = `calc(${rowsHeight(picked?.steps.length ?? 0)} + 2.5rem)`;
  const pickedName = picked === null ? "" : nameOf({ ...picked, kind: "group" });
  const listName = visibleString(t("steps", { name: pickedName }));
  const list = picked && (
    <section className={styles.list} aria-label={listName}>
      <div className={styles.listHead}>
        <h2>
          <VisibleText text={pickedName} />
        </h2>
        <Count count={picked.steps.length} />
        <IconButton size="small" label={t("close")} onClick={() => onPick(null)}>
          <X size={14} />
        </IconButton>
      </div>
      <div className={styles.rows}>
        <StepRows
          key={picked.key}
          listName={listName}
          isTimed={false}
          outline={outline}
          rows={props.rows}
          selected={selected}
          matches={props.matches}
          collapsed={noneCollapsed}
          onSelect={onSelect}
          onToggle={ignore}
        />
      </div>
    </section>
  );
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <div className={threadStyles.views} role="group" aria-label={t("nodes")}>
          {modes.map((name) => (
            <Button key={name} size="small" look="plain" isPressed={name === mode} onClick={() => setMode(name)}>
              {t(name)}
            </Button>
          ))}
        </div>
        <span className={styles.legend}>{t("legend")}</span>
        <Zoom scale={scale} onZoom={zoomBy} onReset={() => setZoom(null)} />
      </div>
      <Group
        orientation="vertical"
        className={styles.panels}
        style={{ "--list-height": listHeight } as CSSProperties}
        disableCursor
        {...panels}
      >
        <Panel id="graph" minSize="20%">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside have the focus */}
          <div ref={frameRef} className={styles.frame} onKeyDown={onKey} onPointerDown={onPointerDown}>
            <Picture
              {...{ graph, placed, scale, pressed }}
              isFitted={zoom === null}
              onScaled={onScaled}
              onSelect={select}
              onErrors={selectFailed}
            />
          </div>
        </Panel>
        {list && (
          <>
            <Separator className={styles.separator} aria-label={t("listHeight")} />
            <Panel id="list" defaultSize="38%" minSize="15%">
              {list}
            </Panel>
          </>
        )}
      </Group>
    </div>
  );
});

const noneCollapsed: ReadonlySet<string> = new Set();
const ignore = (): void => undefined;

function Count({ count }: { readonly count: number }) {
  const t = useThreadText();
  return <span className={styles.count}>{t("steps", { count })}</span>;
}

function Zoom({
  scale,
  onZoom,
  onReset,
}: {
  readonly scale: number;
  readonly onZoom: (factor: number) => void;
  readonly onReset: () => void;
}) {
  const t = useThreadText();
  const formats = useFormats();
  return (
    <span className={styles.zoom}>
      <IconButton
        size="small"
        label={t("zoomOut")}
        disabled={scale <= scales.min}
        onClick={() => onZoom(1 / scales.step)}
      >
        <ZoomOut size={14} />
      </IconButton>
      <span role="status" className={styles.scale}>
        {formats.percent(Math.round(scale * 100) / 100)}
      </span>
      <IconButton size="small" label={t("zoomIn")} disabled={scale >= scales.max} onClick={() => onZoom(scales.step)}>
        <ZoomIn size={14} />
      </IconButton>
      <IconButton size="small" label={t("zoomReset")} onClick={onReset}>
        <Maximize2 size={14} />
      </IconButton>
    </span>
  );
}

/** Drawing of the edges, with the nodes as buttons on top of it. Screen readers also get the callers of each node. */
const Picture = memo(function Picture(props: {
  readonly graph: ReturnType<typeof nameGraph>;
  readonly placed: ReturnType<typeof layOutGraph>;
  readonly scale: number;
  readonly pressed: string | null;
  /** Whether the graph has its initial scale. */
  readonly isFitted: boolean;
  readonly onScaled: (scale: number) => void;
  readonly onSelect: (node: GraphNode) => void;
  readonly onErrors: (node: GraphNode) => void;
}) {
  const { graph, placed, scale, pressed, isFitted, onScaled, onSelect, onErrors } = props;
  const t = useGraphText();
  const formats = useFormats();
  const nameOf = useNodeName();
  const slowest = graph.nodes.reduce(
    (most, { kind, facts }) => (kind === "rest" ? most : Math.max(most, facts.total ?? 0)),
    0,
  );
  // Scrolls to the selected node, because the graph may be larger than its frame.
  const area = useRef<HTMLDivElement>(null);
  const showPressed = useEffectEvent(() => {
    area.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  useLayoutEffect(() => onScaled(scale), [onScaled, scale]);
  // Scrolls to the first node when the graph opens. The node is in the middle of its column, so in a tall graph it may
  // be below the visible part.
  useEffect(() => {
    area.current?.querySelector("[data-node]")?.scrollIntoView({ block: "center" });
  }, []);
  useEffect(() => showPressed(), [pressed, placed]);
  // When the graph is fitted to the frame, scrolls to the selected node. A zoom by the user does not scroll, so that
  // the same part of the graph stays visible.
  const fitted = isFitted ? scale : null;
  useEffect(() => {
    if (fitted !== null) showPressed();
  }, [fitted]);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = [...(area.current?.querySelectorAll<HTMLElement>("[data-node]") ?? [])];
    const from = buttons.findIndex((button) => button === event.target);
    if (from === -1 || !isDirection(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = nearestPlace(placed.places, from, event.key);
    if (to !== null) buttons[to]?.focus();
    // Elements around the graph must not handle the key, too: for lists of steps, the arrow keys have another effect.
    event.stopPropagation();
    event.preventDefault();
  };
  // Edges of the node under the pointer or with the focus, otherwise of the selected node. They are drawn last.
  const [looked, setLooked] = useState<string | null>(null);
  const isActive = ({ from, to }: GraphEdge): boolean =>
    [from, to].some((end) => graph.nodes[end]?.id === (looked ?? pressed));
  const { isDense } = placed;
  const isFaded = (looked !== null || isDense) && graph.edges.some(isActive);
  const edges = graph.edges
    .map((edge, at) => ({ ...edge, curve: placed.curves[at], isActive: isActive(edge) }))
    .toSorted((one, other) => Number(one.isActive) - Number(other.isActive));
  const most = Math.max(...graph.edges.map(({ count }) => count));
  const callers = graph.nodes.map((): string[] => []);
  for (const { from, to, count } of graph.edges) {
    const caller = graph.nodes[from];
    if (caller) callers[to]?.push(t("caller", { name: nameOf(caller), formatted: formats.number(count) }));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside have the focus
    <div
      ref={area}
      className={styles.area}
      style={{ width: placed.width * scale, height: placed.height * scale }}
      onKeyDown={onKey}
    >
      <div
        className={styles.scaled}
        style={
          {
            width: placed.width,
            height: placed.height,
            transform: `scale(${scale})`,
            "--scale": scale,
          } as React.CSSProperties
        }
      >
        <svg
          className={styles.edges}
          width={placed.width}
          height={placed.height}
          data-dense={isDense || undefined}
          data-faded={isFaded || undefined}
          aria-hidden
        >
          <defs>
            <marker
              id="graph-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="10"
              markerHeight="10"
              orient="auto"
            >
              <path d="M0,0L8,4L0,8z" />
            </marker>
          </defs>
          {edges.map(({ from, to, count, curve, isActive: isOfNode }) => (
            <path
              key={`${from}-${to}`}
              d={curve?.path}
              markerEnd="url(#graph-arrow)"
              data-active={isOfNode || undefined}
              style={{ strokeWidth: 1 + (1.5 * count) / most }}
            />
          ))}
          {edges.map(({ from, to, count, position, curve, isActive: isOfNode }) => {
            const { x = 0, y = 0 } = curve?.label ?? {};
            return (
              <text key={`${from}-${to}`} x={x} y={y} data-active={isOfNode || undefined}>
                {position}
                {count > 1 && <tspan className={styles.times}> ×{formats.compact(count)}</tspan>}
              </text>
            );
          })}
        </svg>
        {graph.nodes.map((node, at) => {
          const place = placed.places[at];
          return (
            place && (
              <GraphBox
                key={node.id}
                node={node}
                place={place}
                share={slowest > 0 ? (node.facts.total ?? 0) / slowest : 0}
                callers={callers[at]?.join(", ") ?? ""}
                isSelected={node.id === pressed}
                onSelect={onSelect}
                onErrors={onErrors}
                onLook={setLooked}
              />
            )
          );
        })}
      </div>
    </div>
  );
});
