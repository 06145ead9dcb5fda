/** A trace of the framework, as far as it is read. Its own types differ between versions. */
export interface AgentTrace {
  readonly traceId: string;
  readonly name: string;
  /** Id of the conversation that the trace belongs to. */
  readonly groupId?: string | null | undefined;
  readonly metadata?: object | undefined;
}

/** A span of the framework, as far as it is read. Its data are filled in until it ends. */
export interface AgentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly spanData: object;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: { readonly message: string; readonly data?: object | undefined } | null;
}
