import type { SpanRecord } from "./trace-span.ts";

/** Maximum number of ancestor spans from which a call may take messages. */
const maxLenders = 3;

/** Tree of the known spans of a trace. Parents may be missing, and cycles are cut. */
export class TraceTree {
  readonly #records: ReadonlyMap<string, SpanRecord>;
  readonly #children = new Map<string, SpanRecord[]>();
  readonly #byResponse: ReadonlyMap<string | null, SpanRecord[]>;
  readonly #session: string | null;

  constructor(records: readonly SpanRecord[]) {
    this.#records = new Map(records.map((record) => [record.spanId, record]));
    this.#byResponse = Map.groupBy(records, ({ responseId }) => responseId);
    for (const record of records) {
      if (record.parentSpanId === null) continue;
      const siblings = this.#children.get(record.parentSpanId);
      if (siblings) siblings.push(record);
      else this.#children.set(record.parentSpanId, [record]);
    }
    const named = records.filter(({ sessionId }) => sessionId !== null).toSorted(this.compare);
    this.#session = named[0]?.sessionId ?? null;
  }

  /** Compares spans by start, then by id. The result is independent of the order of arrival. */
  readonly compare = (one: SpanRecord, other: SpanRecord): number => {
    const byStart = (one.startTime ?? Infinity) - (other.startTime ?? Infinity);
    return (Number.isNaN(byStart) ? 0 : byStart) || (one.spanId < other.spanId ? -1 : 1);
  };

  /**
   * Returns the id of the outermost known ancestor of a span. Without a known ancestor, returns the id of the span
   * itself.
   */
  rootOf(record: SpanRecord): string {
    return this.#ancestors(record).at(-1)?.spanId ?? record.spanId;
  }

  /**
   * Returns the session of a span. If it has none, returns the session of its closest ancestor that has one, otherwise
   * the first session in the trace.
   */
  sessionOf(record: SpanRecord): string | null {
    if (record.sessionId !== null) return record.sessionId;
    return this.#ancestors(record).find(({ sessionId }) => sessionId !== null)?.sessionId ?? this.#session;
  }

  /**
   * Whether a span is recorded as a model call. If a span and its child report the same call, only one of them is: the
   * parent if it is the only one with token counts, otherwise the child.
   */
  isCall(record: SpanRecord): boolean {
    if (!isModel(record)) return false;
    const parent = record.parentSpanId === null ? undefined : this.#records.get(record.parentSpanId);
    if (parent && isSameCall(parent, record) && record.usage === null && parent.usage !== null) return false;
    if (this.#twinsOf(record).some((twin) => twin.usage !== null && isWithin(twin, record))) return false;
    if (this.#isUnnamedCopy(record)) return false;
    const inner = (this.#children.get(record.spanId) ?? []).filter((child) => isSameCall(record, child));
    if (inner.length === 0) return true;
    return record.usage !== null && inner.every(({ usage }) => usage === null);
  }

  /**
   * Some instrumentations report the response of a streamed call in a second span. Returns the id of this span: the
   * next span with the role `continuation` and the same parent. Null if there is none, or if another call comes first.
   */
  secondHalfOf(record: SpanRecord): string | null {
    if (record.parentSpanId === null || record.usage !== null) return null;
    const beside = (this.#children.get(record.parentSpanId) ?? []).toSorted(this.compare);
    const after = beside.slice(beside.indexOf(record) + 1);
    for (const next of after) {
      if (next.role === "continuation") return next.spanId;
      if (isModel(next)) return null;
    }
    return null;
  }

  /** Returns the ids of surrounding spans that may have a call's messages, closest first. */
  lendersOf(record: SpanRecord): string[] {
    return this.#ancestors(record)
      .slice(0, maxLenders)
      .filter((each, index) => each.lendsMessages || (index === 0 && each.role === record.role && isModel(each)))
      .map(({ spanId }) => spanId)
      .concat(
        this.#twinsOf(record)
          .filter((twin) => isWithin(record, twin))
          .map(({ spanId }) => spanId),
      );
  }

  /**
   * Returns other spans with the same response id. They occur when an SDK and an instrumentation around it report the
   * same call.
   */
  #twinsOf({ spanId, role, responseId }: SpanRecord): SpanRecord[] {
    if (responseId === null) return [];
    const twins = this.#byResponse.get(responseId) ?? [];
    return twins.filter((twin) => twin.spanId !== spanId && twin.role === role);
  }

  /**
   * Whether a span repeats the call of another span with the same parent. Some SDKs create such a copy of the span of
   * an instrumentation. The copy has no response id, and lies within the other span's time. It has the same token
   * counts as the other span; or it has neither token counts nor messages.
   */
  #isUnnamedCopy(record: SpanRecord): boolean {
    const { parentSpanId, responseId, usage } = record;
    if (parentSpanId === null || responseId !== null || record.isFailed) return false;
    if (usage === null && (record.inputRank > 0 || record.outputRank > 0)) return false;
    return (this.#children.get(parentSpanId) ?? []).some(
      (beside) =>
        beside.responseId !== null &&
        beside.role === record.role &&
        (usage === null || (beside.usage?.input === usage.input && beside.usage?.output === usage.output)) &&
        isWithin(record, beside),
    );
  }

  #ancestors(record: SpanRecord): SpanRecord[] {
    const ancestors: SpanRecord[] = [];
    const seen = new Set([record.spanId]);
    let current = record;
    while (current.parentSpanId !== null && !seen.has(current.parentSpanId)) {
      const parent = this.#records.get(current.parentSpanId);
      if (parent === undefined) break;
      seen.add(parent.spanId);
      ancestors.push(parent);
      current = parent;
    }
    return ancestors;
  }
}

/**
 * Whether a span and its child may report the same call. They do not if they have different response ids. They also do
 * not if only the child failed, which is then a failed attempt within a successful call.
 */
function isSameCall(outer: SpanRecord, inner: SpanRecord): boolean {
  if (outer.role !== inner.role || (inner.isFailed && !outer.isFailed)) return false;
  return outer.responseId === null || inner.responseId === null || outer.responseId === inner.responseId;
}

function isModel({ role }: SpanRecord): boolean {
  return role === "model" || role === "embedding";
}

/**
 * Whether a span started and ended during another one. If the times are equal, the span with the smaller id counts as
 * the inner one.
 */
function isWithin(one: SpanRecord, other: SpanRecord): boolean {
  if (one.startTime === null || other.startTime === null || one.endTime === null || other.endTime === null)
    return false;
  if (one.startTime === other.startTime && one.endTime === other.endTime) return one.spanId < other.spanId;
  return one.startTime >= other.startTime && one.endTime <= other.endTime;
}
