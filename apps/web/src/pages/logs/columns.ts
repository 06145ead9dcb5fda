import type { LogRecord } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";

/** The columns of every list: their widths in pixels. */
const widths = {
  name: 220,
  status: 90,
  type: 150,
  model: 150,
  provider: 120,
  input: 240,
  output: 240,
  value: 90,
  label: 130,
  scorer: 130,
  comment: 260,
  duration: 124,
  ttFirstToken: 110,
  tokenCount: 100,
  inputTokenCount: 90,
  outputTokenCount: 100,
  tokenThroughputInSeconds: 110,
  cost: 90,
  tags: 160,
  scores: 200,
  participant: 170,
  environment: 120,
  metadata: 260,
  createdAt: 204,
  threadId: 220,
  id: 220,
} as const;

export type ColumnName = keyof typeof widths;

export function columnWidth(name: ColumnName): number {
  return widths[name];
}

const ofSteps: readonly ColumnName[] = [
  "name",
  "createdAt",
  "type",
  "status",
  "input",
  "output",
  "duration",
  "tokenCount",
  "cost",
  "model",
  "provider",
  "ttFirstToken",
  "inputTokenCount",
  "outputTokenCount",
  "tags",
  "scores",
  "participant",
  "environment",
  "metadata",
  "threadId",
  "id",
];

/** The columns that each list offers, in their order; the first one stays. The time is in sight beside both panels. */
export const columnsOf: Readonly<Record<LogResource, readonly ColumnName[]>> = {
  threads: [
    "name",
    "createdAt",
    "participant",
    "tokenCount",
    "cost",
    "duration",
    "tags",
    "environment",
    "metadata",
    "id",
  ],
  runs: ofSteps.filter((name) => name !== "type"),
  generations: [
    "name",
    "createdAt",
    "model",
    "status",
    "input",
    "output",
    "duration",
    "ttFirstToken",
    "tokenCount",
    "inputTokenCount",
    "outputTokenCount",
    "tokenThroughputInSeconds",
    "cost",
    "tags",
    "scores",
    "provider",
    "type",
    "participant",
    "environment",
    "metadata",
    "threadId",
    "id",
  ],
  steps: ofSteps,
  scores: [
    "name",
    "createdAt",
    "value",
    "label",
    "type",
    "scorer",
    "comment",
    "tags",
    "participant",
    "environment",
    "threadId",
    "id",
  ],
};

const hidden = new Set<ColumnName>([
  "provider",
  "ttFirstToken",
  "inputTokenCount",
  "outputTokenCount",
  "tokenThroughputInSeconds",
  "environment",
  "metadata",
  "threadId",
  "id",
]);

/** The columns that a list shows until others are chosen. */
export function defaultColumns(resource: LogResource): readonly ColumnName[] {
  const shown = columnsOf[resource].filter(
    (name) => !hidden.has(name) || (resource === "threads" && name === "environment"),
  );
  return resource === "steps" || resource === "runs" ? shown.filter((name) => name !== "model") : shown;
}

/** Keeps of some names those that are columns of the list, with its first one. */
export function readColumns(resource: LogResource, names: unknown): readonly ColumnName[] | null {
  if (!Array.isArray(names)) return null;
  const offered = columnsOf[resource];
  const known = offered.filter((name) => names.includes(name));
  const [first] = offered;
  return first === undefined || known.includes(first) ? known : [first, ...known];
}

/** The column of the list's order that a click on a header asks for. */
export function orderColumn(resource: LogResource, name: ColumnName): string | null {
  if (name === "createdAt") return "createdAt";
  const ordered: readonly ColumnName[] = {
    threads: ["tokenCount", "participant"] as const,
    runs: [],
    steps: [],
    generations: ["duration", "model", "tokenCount", "provider", "participant"] as const,
    scores: [],
  }[resource];
  return ordered.includes(name) ? name : null;
}

/** What a record has in a column, as it is exported. */
export function columnValue(record: LogRecord, name: ColumnName): unknown {
  switch (name) {
    case "status":
      return record.error ? "error" : record.isRunning ? "running" : "ok";
    case "scores":
      return Object.fromEntries((record.scores ?? []).map((score) => [score.name, score.value]));
    default:
      return record[name];
  }
}
