/** Sends batches of ended steps and threads to a receiver other than the service. Created by `otlpExporter()`. */
export interface Exporter {
  /**
   * Sends a batch. `body` is a GraphQL request in the format that the service expects. Resolves to a response in the
   * format of the service, with a result for each record. Rejects if the batch must be sent again.
   */
  post(
    this: void,
    body: Uint8Array<ArrayBuffer>,
    options: {
      readonly timeoutMs: number;
      readonly signal: AbortSignal;
      /** The `fetch` of the client. */
      readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
      /** Receives errors that do not cause a retry, for example if the receiver rejected some spans of the batch. */
      readonly onError: (error: unknown) => void;
    },
  ): Promise<object>;
}
