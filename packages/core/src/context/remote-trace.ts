/** A trace that another process started. */
export interface RemoteTrace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** `tracestate` entries of other tracing systems. `traceHeaders` forwards the entries unchanged. */
  tracestate: string;
}
