import { ingestStepsWithThreads, originOf } from "../resolvers/ingest-steps.ts";
import type { RequestContext } from "../resolvers/context.ts";
import { RecordError } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { UnavailableError } from "../store/errors.ts";
import type { StepRecord, StepWrite } from "../store/steps.ts";
import type { Store } from "../store/store.ts";
import { addLogs, pendingSpan } from "./add-logs.ts";
import { KeyedTurns } from "./keyed-turns.ts";
import { readLogMessages, type LogMessages } from "./log-messages.ts";
import { isStored } from "./is-stored.ts";
import { linkPrompts } from "./link-prompts.ts";
import { settleTrace } from "./settle-trace.ts";
import type { LogRecord, Span } from "./span.ts";
import { isSkippedRecord, isSkippedSpan, readSessionStep, type SessionStep } from "./session-events.ts";
import { toTraceSpan, type MappingOptions } from "./span-step.ts";
import { type FactsUpdate, newThread, storeThreads, updatesOf } from "./store-threads.ts";
import { mergeThreads, type ThreadFacts } from "./thread-facts.ts";
import { readSpanRecord, stepIdOf, type TraceSpan } from "./trace-span.ts";
import type { Rejection } from "./wire/wire-values.ts";

/**
 * Maximum number of stored spans of a trace that are read when new spans arrive. In a larger trace, the new spans and
 * all their ancestors are read in addition.
 */
const maxKnownSpans = 10_000;
const pageSize = 500;
/**
 * Maximum number of rounds for a request. A round reads the traces and then writes changes. If a concurrent request has
 * changed the traces between the read and the write, another round follows.
 */
const maxRounds = 20;

interface Arrived {
  readonly spans: Map<string, TraceSpan>;
  readonly logs: LogMessages[];
}

export class OtlpReceiver {
  readonly #store: Store;
  readonly #keepsAttributes: boolean;
  readonly #isShared: boolean;
  readonly #turns = new KeyedTurns();

  constructor(options: {
    readonly store: Store;
    /** Whether raw attributes are kept in the metadata of steps. */
    readonly keepsAttributes: boolean;
    /** Whether other servers write to the same store. */
    readonly isShared: boolean;
  }) {
    this.#store = options.store;
    this.#keepsAttributes = options.keepsAttributes;
    this.#isShared = options.isShared;
  }

  /**
   * Stores spans durably. Resolves to the rejected spans after the commit. `pause` is awaited between pieces of work.
   */
  async storeSpans(
    spans: readonly Span[],
    context: RequestContext,
    pause: () => Promise<void>,
  ): Promise<readonly Rejection[]> {
    const traces = new Map<string, Arrived>();
    const rejected: Rejection[] = [];
    const options = { origin: originOf(context), keepsAttributes: this.#keepsAttributes };
    for (const [index, span] of spans.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- other callers take turns in between
      if (index > 0 && index % spansPerTurn === 0) await pause();
      if (isSkippedSpan(span)) continue;
      try {
        arrivedIn(traces, span.traceId).spans.set(span.spanId, toTraceSpan(span, options));
      } catch (error) {
        rejected.push({ reason: reasonOf(error) });
      }
    }
    await this.#storeTraces(traces, context);
    return rejected;
  }

  /**
   * Adds the messages of log records to their model calls, and stores session events. Resolves to the number of records
   * that were ignored.
   */
  async storeLogs(records: readonly LogRecord[], context: RequestContext): Promise<number> {
    const traces = new Map<string, Arrived>();
    let ignored = 0;
    const options = { origin: originOf(context), keepsAttributes: this.#keepsAttributes };
    for (const [index, record] of records.entries()) {
      const step = readSessionStep(record);
      if (step !== null) {
        ignored += addSessionStep(traces, step, options);
        continue;
      }
      if (isSkippedRecord(record)) continue;
      const hasSpan = record.traceId !== "" && record.spanId !== "";
      const log = hasSpan ? readLogMessages(record, index) : null;
      if (log === null) ignored += 1;
      else arrivedIn(traces, record.traceId).logs.push(log);
    }
    await this.#storeTraces(traces, context);
    return ignored;
  }

  async #storeTraces(traces: ReadonlyMap<string, Arrived>, context: RequestContext): Promise<void> {
    if (traces.size === 0) return;
    const { id: projectId } = context.project;
    const keys = [...traces.keys()].map((traceId) => `${projectId} ${traceId}`);
    await this.#turns.run(keys, async () => {
      let missed: ReadonlySet<string> = new Set();
      let facts = "";
      for (let round = 0; round < maxRounds; round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- a round follows the one before it
        const written = await this.#storeRound(traces, context, { round, missed, facts });
        ({ missed, facts } = written);
        // Another server may have written spans of the same trace during this round. The two servers have then not read
        // each other's spans. So if several servers run, a round that wrote spans is followed by another one.
        if (missed.size === 0 && !(written.hasWritten && this.#isShared)) return;
      }
      if (missed.size > 0) throw new UnavailableError("Other requests keep changing the same spans");
    });
  }

  /**
   * Reads the stored part of each trace, and writes the steps and threads that are new or different.
   *
   * Pass `missed` and `facts` of the result to the next round. `missed`: ids of steps that were not stored, because a
   * concurrent request changed them. `facts`: the thread data that were stored last, as JSON. The next round stores its
   * thread data only if they differ from these.
   */
  async #storeRound(
    traces: ReadonlyMap<string, Arrived>,
    context: RequestContext,
    { round, missed, facts }: { readonly round: number; readonly missed: ReadonlySet<string>; readonly facts: string },
  ): Promise<{ readonly hasWritten: boolean; readonly missed: ReadonlySet<string>; readonly facts: string }> {
    const settled = await Promise.all(
      [...traces].map(async ([traceId, arrived]) => {
        const stored = await this.#readTrace(traceId, arrived, context);
        const known = new Map<string, TraceSpan>();
        for (const step of stored) {
          const record = readSpanRecord(step);
          if (record !== null) known.set(record.spanId, { record, stored: step, write: null });
        }
        const { writes: own, threads } = settleTrace([...joined(known, arrived, context).values()], context.now());
        const writes = await linkPrompts(own, { prompts: this.#store.prompts, projectId: context.project.id });
        const byId = new Map(stored.map((step) => [step.id, step]));
        const needed = writes.filter(
          (write) => round === 0 || missed.has(write.id) || !isStored(write, byId.get(write.id)),
        );
        return {
          threads,
          writes: needed.map((write) => ({ ...write, ifMetadata: byId.get(write.id)?.metadata ?? null })),
        };
      }),
    );
    const writes = settled.flatMap((trace) => trace.writes);
    // Later rounds only repair steps that the quota has already counted.
    const counted = round === 0 ? context : { ...context, quota: undefined };
    const threads = mergeThreads(settled.flatMap(({ threads: of }) => of));
    const found = JSON.stringify(threads);
    const store = this.#store;
    const updates =
      found === facts || threads.length === 0 ? [] : await updatesOf(threads, { store, context, unknown: newThread });
    const { changed, left } = await this.#storeSteps(writes, updates, counted);
    if (changed.size > 0) return { hasWritten: true, missed: changed, facts };
    await storeThreads(left, { store, turns: this.#turns, context });
    return { hasWritten: writes.length > 0, missed: changed, facts: found };
  }

  /**
   * Stores steps, except those that a concurrent request has changed. If none was changed, also updates the threads,
   * together with the last steps.
   *
   * Result: `changed` contains the ids of the steps that were not stored, and `left` the data of the threads that were
   * not updated.
   */
  async #storeSteps(
    writes: readonly StepWrite[],
    updates: readonly FactsUpdate[],
    context: RequestContext,
  ): Promise<{ readonly changed: ReadonlySet<string>; readonly left: readonly ThreadFacts[] }> {
    const changed = new Set<string>();
    let left: readonly ThreadFacts[] = updates.map(({ facts }) => facts);
    for (let index = 0; index < writes.length; index += recordLimits.stepCount) {
      const end = index + recordLimits.stepCount;
      const batch = writes.slice(index, end);
      const withLast = end < writes.length || changed.size > 0 ? [] : updates;
      // oxlint-disable-next-line no-await-in-loop -- parents before children, in transactions of bounded size
      const { steps, threads } = await ingestStepsWithThreads(
        batch,
        withLast.map(({ write, expected }) => ({ write, expected })),
        context,
      );
      for (const [place, { id }] of batch.entries()) if (steps[place] === "changed") changed.add(id);
      left = left.filter((_facts, place) => threads[place] !== true);
    }
    return { changed, left };
  }

  /**
   * Reads the stored steps of a trace, up to {@link maxKnownSpans}. If there are more, also reads the stored steps of
   * the received spans and all their ancestors.
   */
  async #readTrace(traceId: string, { spans, logs }: Arrived, { project }: RequestContext): Promise<StepRecord[]> {
    const { steps } = this.#store;
    const stored: StepRecord[] = [];
    for (let after: string | undefined; stored.length < maxKnownSpans; after = stored.at(-1)?.id) {
      // oxlint-disable-next-line no-await-in-loop -- a page follows the one before it
      const page = await steps.withIdPrefix(project.id, `${traceId}-`, pageSize, after);
      stored.push(...page);
      if (page.length < pageSize) return stored;
    }
    const asked = new Set(stored.map(({ id }) => id));
    const arrived = [...spans.values()].map(({ record }) => record);
    const named = arrived.flatMap(({ spanId, parentSpanId }) => [spanId, parentSpanId ?? []].flat());
    let wanted = [...named, ...logs.map(({ spanId }) => spanId)].map((spanId) => stepIdOf(traceId, spanId));
    for (;;) {
      wanted = [...new Set(wanted)].filter((id) => !asked.has(id));
      if (wanted.length === 0) return stored;
      for (const id of wanted) asked.add(id);
      // oxlint-disable-next-line no-await-in-loop -- one level of the tree after the other
      const found = (await steps.getMany(project.id, wanted)).filter((step) => step !== null);
      stored.push(...found);
      wanted = found.flatMap(({ parentId }) => parentId ?? []);
    }
  }
}

const spansPerTurn = 64;

function arrivedIn(traces: Map<string, Arrived>, traceId: string): Arrived {
  const known = traces.get(traceId) ?? { spans: new Map<string, TraceSpan>(), logs: [] };
  traces.set(traceId, known);
  return known;
}

/** Adds the step of a session event; returns 1 if it cannot be stored, otherwise 0. */
function addSessionStep(traces: Map<string, Arrived>, step: SessionStep, options: MappingOptions): number {
  if ("log" in step) {
    arrivedIn(traces, step.log.traceId).logs.push(step.log);
    return 0;
  }
  const { span, facts } = step;
  try {
    arrivedIn(traces, span.traceId).spans.set(span.spanId, toTraceSpan(span, options, facts));
    return 0;
  } catch (error) {
    reasonOf(error);
    return 1;
  }
}

function joined(
  known: ReadonlyMap<string, TraceSpan>,
  { spans, logs }: Arrived,
  context: RequestContext,
): Map<string, TraceSpan> {
  const all = new Map(known);
  for (const [spanId, arrived] of spans) all.set(spanId, overStored(arrived, known.get(spanId)));
  const bySpan = Map.groupBy(logs, ({ spanId }) => spanId);
  for (const [spanId, of] of bySpan) {
    const [log] = of;
    const span = all.get(spanId) ?? (log && pendingSpan(log));
    if (span) all.set(spanId, addLogs(span, of, originOf(context)));
  }
  return all;
}

/**
 * Merges a received span with the stored span that has the same id. Stored messages are kept if the received span has
 * none.
 */
function overStored({ record, write }: TraceSpan, known: TraceSpan | undefined): TraceSpan {
  if (known === undefined) return { record, write, stored: null };
  const { inputRank, outputRank, events } = known.record;
  // If log records of an embedding arrived before its span, their messages are in a stored placeholder without a role.
  // They only repeat the embedded text, so they are removed now.
  if (record.role === "embedding" && known.record.role === null)
    return { record, stored: known.stored, write: withoutMessages(write) };
  const isFromLogs = record.inputRank === 0 && inputRank > 0;
  return {
    write,
    stored: known.stored,
    record: {
      ...record,
      inputRank: record.inputRank === 0 ? inputRank : record.inputRank,
      outputRank: record.outputRank === 0 ? outputRank : record.outputRank,
      events: isFromLogs ? events : [],
    },
  };
}

function withoutMessages(write: TraceSpan["write"]): TraceSpan["write"] {
  if (!write?.generation) return write;
  return { ...write, generation: { ...write.generation, messages: null, messageCompletion: null } };
}

function reasonOf(error: unknown): string {
  if (error instanceof RecordError) return error.message;
  if (error instanceof RangeError) return "the span is nested too deeply";
  throw error;
}
