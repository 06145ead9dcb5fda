/** Sends batches to a second receiver: ended steps and threads. Created by `otlpExporter()`. */
export interface Exporter {
  /** Sends a batch. Resolves to the response that the service would give; rejects if the batch must be sent again. */
  post(
    this: void,
    body: Uint8Array<ArrayBuffer>,
    options: {
      readonly timeoutMs: number;
      readonly signal: AbortSignal;
      /** The client's. */
      readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
      /** Receives errors that do not need a retry. */
      readonly onError: (error: unknown) => void;
    },
  ): Promise<object>;
}
