/** Sends batches of ended steps and threads to a second receiver. Created by `otlpExporter()`. */
export interface Exporter {
  /**
   * Sends a batch. `body` is the GraphQL request that the service gets, too. Resolves to a response like that of the
   * service, with a result for each record. Rejects if the batch must be sent again.
   */
  post(
    this: void,
    body: Uint8Array<ArrayBuffer>,
    options: {
      readonly timeoutMs: number;
      readonly signal: AbortSignal;
      /** The `fetch` of the client. */
      readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
      /** Receives errors that do not need a retry. */
      readonly onError: (error: unknown) => void;
    },
  ): Promise<object>;
}
