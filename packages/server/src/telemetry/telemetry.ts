/** Attributes of a span: our own names and numbers, never input of callers. */
export type SpanValue = string | number | readonly string[];

export interface OpenSpan {
  set(name: string, value: SpanValue): void;
  rename(name: string): void;
  /** Marks the span as failed, with the kind of the error and without its message. */
  fail(kind: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /** `server`: an incoming request; `client`: a database request; `internal`: own work. */
  readonly kind: "client" | "internal" | "server";
  /** The trace header of a request; malformed ones are ignored. */
  readonly traceparent?: string | undefined;
}

/** Traces of the service. A span is a child of the span that is active when it starts. */
export interface Telemetry {
  /** Runs a job in a span, which records its error. */
  span<Result>(options: SpanOptions, job: (span: OpenSpan) => Promise<Result> | Result): Promise<Result>;
  /** Sends pending spans, and shuts down. */
  close(): Promise<void>;
}
