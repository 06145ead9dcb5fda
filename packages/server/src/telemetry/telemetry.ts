/** Attributes of a span: names and numbers of ours, nothing chosen by a caller. */
export type SpanValue = string | number | readonly string[];

/** A span that is open. */
export interface OpenSpan {
  set(name: string, value: SpanValue): void;
  rename(name: string): void;
  /** Marks it as failed, with the kind of the error and without its message. */
  fail(kind: string): void;
}

export interface SpanOptions {
  readonly name: string;
  /** `server`: an incoming request; `client`: a database request; `internal`: own work. */
  readonly kind: "client" | "internal" | "server";
  /** The trace header of a request; malformed ones are ignored. */
  readonly traceparent?: string | undefined;
}

/** Traces of what the service does. A span belongs to the one that it is opened in. */
export interface Telemetry {
  /** Runs a job in a span, which records its error. */
  span<Result>(options: SpanOptions, job: (span: OpenSpan) => Promise<Result> | Result): Promise<Result>;
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}
