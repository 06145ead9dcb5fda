/** A trace that another process began. */
export interface RemoteTrace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** What other tracers wrote into `tracestate`; passed on as it came. */
  tracestate: string;
}
