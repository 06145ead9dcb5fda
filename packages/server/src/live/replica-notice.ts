import type { RecordChange, RecordChanges } from "./change-feed.ts";

/** Message between replicas: changes, or the announcement of a watched project. */
export type Notice =
  | { readonly kind: "watch"; readonly from: string; readonly projectId: string }
  | { readonly kind: "changes"; readonly from: string; readonly projectId: string; readonly changes: RecordChanges };

/** Maximum size of a payload. PostgreSQL accepts fewer than 8,000 bytes. */
const maximumBytes = 7_900;
/** Maximum number of payloads for one notification. If more are needed, an overflow is sent. */
const maximumParts = 8;

type Spelled = readonly [
  RecordChange["kind"],
  string,
  string | null,
  string | null,
  string | null,
  RecordChange["change"],
];

export function encodeWatch(from: string, projectId: string): string {
  return JSON.stringify({ from, projectId });
}

/** Encodes changes as payloads. Returns a single overflow if too many payloads would be needed. */
export function encodeChanges(from: string, projectId: string, { changes, overflow }: RecordChanges): string[] {
  const overflowing = JSON.stringify({ from, projectId, overflow: true });
  if (overflow) return [overflowing];
  const head = JSON.stringify({ from, projectId, changes: [] });
  const parts: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { kind, id, threadId, rootRunId, stepId, change } of changes) {
    const text = JSON.stringify([kind, id, threadId, rootRunId, stepId, change] satisfies Spelled);
    const bytes = Buffer.byteLength(text) + 1;
    if (size + bytes > maximumBytes) {
      parts.push([]);
      size = Buffer.byteLength(head);
    }
    parts.at(-1)?.push(text);
    size += bytes;
  }
  if (parts.length > maximumParts) return [overflowing];
  return parts.map((part) => `${head.slice(0, -2)}${part.join(",")}]}`);
}

/** Decodes a payload; null for messages of other versions. */
export function decodeNotice(payload: string): Notice | null {
  const value = parse(payload);
  if (value === null || typeof value["from"] !== "string" || typeof value["projectId"] !== "string") return null;
  const { from, projectId } = value as { readonly from: string; readonly projectId: string };
  if (value["overflow"] === true) {
    return { kind: "changes", from, projectId, changes: { changes: [], overflow: true } };
  }
  const { changes } = value;
  if (!Array.isArray(changes)) return { kind: "watch", from, projectId };
  return { kind: "changes", from, projectId, changes: { changes: changes.map(toChange), overflow: false } };
}

function toChange(spelled: Spelled): RecordChange {
  const [kind, id, threadId, rootRunId, stepId, change] = spelled;
  return { kind, id, threadId, rootRunId, stepId, change };
}

function parse(payload: string): { readonly [field: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
