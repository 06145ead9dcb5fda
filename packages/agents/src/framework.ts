/**
 * The fields of a trace that this package reads. They are declared here, because the types of the Agents SDK differ
 * between its versions.
 */
export interface AgentTrace {
  readonly traceId: string;
  readonly name: string;
  readonly groupId?: string | null | undefined;
  readonly metadata?: object | undefined;
}

/** The fields of a span that this package reads. `spanData` is complete when the span ends. */
export interface AgentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly spanData: object;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: { readonly message: string; readonly data?: object | undefined } | null;
}
