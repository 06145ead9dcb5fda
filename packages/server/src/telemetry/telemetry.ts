/** Value of a span attribute, such as a route or a status code. It never contains input of callers. */
export type SpanValue = string | number | readonly string[];

export interface OpenSpan {
  set(name: string, value: SpanValue): void;
  rename(name: string): void;
  /** Marks the span as failed, with the kind of the error but without its message. */
  fail(kind: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /** A `server` span is an incoming request, a `client` span a database request, and an `internal` span other work. */
  readonly kind: "client" | "internal" | "server";
  /** Trace header of a request. Malformed ones are ignored. */
  readonly traceparent?: string | undefined;
}

/** Traces of the service. A span is a child of the span that is active when it starts. */
export interface Telemetry {
  /** Runs a job in a span. The span records its error. */
  span<Result>(options: SpanOptions, job: (span: OpenSpan) => Promise<Result> | Result): Promise<Result>;
  close(): Promise<void>;
}
