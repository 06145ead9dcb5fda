/** The fields of a span that this package reads. The framework's own types differ between versions. */
export interface MastraSpan {
  readonly id: string;
  readonly traceId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** Type of the span, such as `agent_run`. */
  readonly type: string;
  readonly entityId?: string | undefined;
  readonly entityName?: string | undefined;
  readonly startTime: Date;
  readonly endTime?: Date | undefined;
  readonly isRootSpan: boolean;
  readonly attributes?: object | undefined;
  readonly metadata?: object | undefined;
  /** Tags of the trace. Present only on the root span. */
  readonly tags?: string[] | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorInfo?: { readonly message: string; readonly name?: string | undefined } | undefined;
}

/** Event of the framework: the start, a change or the end of a span. */
export interface MastraTracingEvent {
  /** `span_started`, `span_updated` or `span_ended`. */
  readonly type: string;
  readonly exportedSpan: MastraSpan;
}
