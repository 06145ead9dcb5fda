import { Graph, type GraphLabel, layout, type Point } from "@dagrejs/dagre";
import type { StepGraph } from "./step-graph.ts";

const nodeSize = { width: 192, height: 66 } as const;
/** Maximum number of edges per node up to which all edges have labels. With more edges, the graph is dense. */
const maxPlainEdges = 2;
const threadSize = { width: 92, height: 34 } as const;

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Edge as an SVG path, and the center of its label. */
export interface Curve {
  readonly path: string;
  readonly label: Point;
}

/** Positions of nodes and edges, in the order of the graph. */
export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly places: readonly Place[];
  readonly curves: readonly Curve[];
  /** Whether the graph has so many edges that their labels would cover each other. */
  readonly isDense: boolean;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Lays out a graph from left to right. Nodes that are called by the same node are ordered by their first call. */
export function layOutGraph({ nodes, edges }: StepGraph): PlacedGraph {
  const graph = new Graph<GraphLabel, Partial<Box>, { points?: Point[] } & Partial<Box>>({ multigraph: false });
  const isDense = edges.length > maxPlainEdges * nodes.length;
  // In a dense graph, edges are closer together, and columns are further apart to leave space for the many edges.
  const [edgesep, ranksep, labelHeight] = isDense ? [4, 90, 8] : [10, 30, 14];
  graph.setGraph({ rankdir: "LR", nodesep: 14, edgesep, ranksep, marginx: 16, marginy: 16 });
  for (const [at, { kind }] of nodes.entries())
    graph.setNode(String(at), kind === "thread" ? { ...threadSize } : { ...nodeSize });
  for (const { from, to, count } of edges)
    graph.setEdge(String(from), String(to), {
      width: labelLength(count) * 7,
      height: labelHeight,
      labelpos: "c",
    } as object);
  // Disables the library's heuristic for fewer crossing edges, because it does not keep callees in the order of their
  // calls.
  layout(graph, { disableOptimalOrderHeuristic: true });
  const places = nodes.map((_node, at): Place => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(String(at));
    return { left: x - width / 2, top: y - height / 2, width, height };
  });
  const curves = edges.map(({ from, to }): Curve => {
    const { points = [], x = 0, y = 0 } = graph.edge(String(from), String(to));
    const [caller, callee] = [places[from], places[to]];
    const isForward = caller && callee && caller.left + caller.width <= callee.left;
    const path = isForward
      ? curveThrough([
          { x: caller.left + caller.width, y: caller.top + caller.height / 2 },
          ...points.slice(1, -1),
          { x: callee.left, y: callee.top + callee.height / 2 },
        ])
      : `M${points.map(place).join("L")}`;
    return { path, label: { x, y } };
  });
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, places, curves, isDense };
}

function labelLength(count: number): number {
  return count === 1 ? 2 : 4 + String(count).length;
}

/** Returns a smooth curve from left to right, horizontal at each point. */
function curveThrough([first, ...others]: readonly Point[]): string {
  if (!first) return "";
  const parts = [`M${place(first)}`];
  let last = first;
  for (const point of others) {
    const x = (last.x + point.x) / 2;
    parts.push(`C${place({ x, y: last.y })} ${place({ x, y: point.y })} ${place(point)}`);
    last = point;
  }
  return parts.join("");
}

function place({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
