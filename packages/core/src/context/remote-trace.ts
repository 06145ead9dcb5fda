/** A trace that another process started. */
export interface RemoteTrace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** `tracestate` entries of other tracing systems. They are sent on unchanged with the trace. */
  tracestate: string;
}
