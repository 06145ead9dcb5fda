import type { Outline } from "./outline.ts";
import { isMessage, type StepKind, stepKind } from "./step-kind.ts";

export const overviewSize = { width: 300, height: 40 } as const;

/** Kinds of cells in drawing order. Later kinds cover earlier ones. */
const looks = ["run", "other", "message", "retrieval", "tool", "llm", "failed"] as const;

/** All cells of one kind of {@link looks}, as an SVG path. */
export interface OverviewPath {
  readonly look: StepKind | "failed";
  readonly path: string;
}

/** Draws all rows of a waterfall in a grid of cells. Time runs from left to right, and rows from top to bottom. */
export function overviewPaths(outline: Outline, rows: Int32Array): readonly OverviewPath[] {
  const { width, height } = overviewSize;
  const cells = new Uint8Array(width * height);
  const end = Math.max(outline.end, 1);
  for (let at = 0; at < rows.length; at += 1) {
    const step = rows[at] ?? 0;
    const from = outline.fromOf(step);
    if (from === null) continue;
    const type = outline.typeOf(step);
    const to = outline.toOf(step) ?? (isMessage(type) ? from : outline.end);
    const look = outline.hasError(step) ? looks.length : looks.indexOf(stepKind(type)) + 1;
    const line = Math.floor((at / rows.length) * height) * width;
    const last = Math.min(Math.floor((to / end) * width), width - 1);
    for (let cell = Math.min(Math.floor((from / end) * width), width - 1); cell <= last; cell += 1) {
      if ((cells[line + cell] ?? 0) < look) cells[line + cell] = look;
    }
  }
  const parts = looks.map((): string[] => []);
  // If there are fewer rows than lines of cells, each row is drawn over several lines.
  const filled = rows.length === 0 ? 0 : Math.max(1, Math.floor(height / rows.length));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width;) {
      const look = cells[y * width + x] ?? 0;
      let to = x + 1;
      while (to < width && cells[y * width + to] === look) to += 1;
      if (look > 0) parts[look - 1]?.push(`M${x},${y}h${to - x}v${filled}h${x - to}z`);
      x = to;
    }
  }
  return looks.flatMap((look, at) => {
    const path = parts[at]?.join("") ?? "";
    return path === "" ? [] : [{ look, path }];
  });
}
