import { Step } from "../step.ts";
import { Thread } from "../thread.ts";
import type { RecordingClient, StoredContext } from "../recording-client.ts";
import { EMPTY_CONTEXT } from "./stored-context.ts";
import { spanIdOf, traceIdOf } from "./trace-ids.ts";

/** W3C Trace Context headers for a request; both are absent outside any step and thread. */
export interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}

/** Request headers of `fetch` or Node. */
export type IncomingHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;
const MAX_STATE_LENGTH = 256;

/**
 * Returns headers for a request to another process. The other process passes the received headers to `contextFromTrace`
 * to continue the trace. `tracestate` contains the ids of the thread, the outermost run and the current step. The ids
 * in `traceparent` are converted, because `traceparent` allows only hexadecimal digits.
 *
 * @see https://www.w3.org/TR/trace-context/
 */
export function traceHeaders(client: RecordingClient): TraceHeaders {
  const { currentThread, currentStep, rootRun, trace } = client.context;
  const threadId = currentThread?.id ?? currentStep?.threadId;
  const nearest = currentStep?.id ?? threadId;
  if (!nearest) return {};
  const traceId = trace?.traceId ?? traceIdOf(threadId ?? rootRun?.id ?? nearest);
  const state = [threadId, rootRun?.id, currentStep?.id].map((id) => encodeURIComponent(id ?? "")).join(":");
  // If the ids have more than `MAX_STATE_LENGTH` characters, the entry is omitted, because other systems may drop a
  // longer entry or the whole header.
  const own = state.length > MAX_STATE_LENGTH ? [] : [`threadline=${state}`];
  const tracestate = [...own, ...(trace?.tracestate ? [trace.tracestate] : [])].join(",");
  return { traceparent: `00-${traceId}-${spanIdOf(nearest)}-01`, ...(tracestate && { tracestate }) };
}

/**
 * Returns the context of the process that sent a request, for `runWithContext`. Records in this context are children of
 * the step that sent the request. If another tracing system sent the request, its trace id, written as a UUID, becomes
 * the id of the thread. Without a valid `traceparent`, the context is empty.
 */
export function contextFromTrace(client: RecordingClient, headers: IncomingHeaders): StoredContext {
  const traceId = TRACEPARENT.exec(header(headers, "traceparent"))?.[1];
  if (traceId === undefined) return EMPTY_CONTEXT;
  const entries = header(headers, "tracestate").split(",");
  const [threadId, rootRunId, stepId] = ids(entries.find(isOwn)) ?? [toUuid(traceId)];
  // Creates a placeholder for a step of the other process. Only the id of that step is known, and new records refer to
  // it. The placeholder itself is never sent.
  const remote = (id: string): Step =>
    new Step(client, { id, threadId, rootRunId, name: "remote", type: "undefined" }, true);
  return {
    ...EMPTY_CONTEXT,
    currentThread: threadId ? new Thread(client, { id: threadId }, true) : null,
    currentStep: stepId ? remote(stepId) : null,
    rootRun: rootRunId ? remote(rootRunId) : null,
    trace: { traceId, tracestate: entries.filter((entry) => entry.trim() !== "" && !isOwn(entry)).join(",") },
  };
}

function isOwn(entry: string): boolean {
  return entry.trim().startsWith("threadline=");
}

function header(headers: IncomingHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return [headers[key ?? name] ?? []].flat().join(",").trim();
}

/** Parses the ids of thread, outermost run and step; returns undefined for a missing or damaged entry. */
function ids(entry: string | undefined): (string | undefined)[] | undefined {
  try {
    const parts = entry?.trim().slice("threadline=".length).split(":");
    return parts?.length === 3 ? parts.map((part) => decodeURIComponent(part) || undefined) : undefined;
  } catch {
    return undefined;
  }
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
