import type { Document } from "../documents/document.ts";

/** Last argument of every operation. */
export interface CallOptions {
  /** Aborts the call. The call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Timeout of the call, including all attempts, in milliseconds. Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Environment of the records that the call writes. Overrides the client's `environment`. */
  environment?: string | undefined;
}

export interface Upload {
  readonly method: "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
}

/**
 * Sends the requests of operations. If the caller aborts a call, it rejects with the reason of the caller's signal. All
 * other errors are `ThreadlineError`s.
 */
export interface Transport {
  /** Runs a document and resolves to its `data`. */
  graphql<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>;
  /**
   * Opens a subscription. Resolves to an iterator over the `data` of its events. The timeout only applies to opening
   * it.
   */
  stream<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<Data, undefined>>;
  /**
   * Posts JSON to a REST path (`/api/...`), and resolves to the JSON of the response. The request must be safe to
   * repeat.
   */
  post(name: string, path: string, body: object, options?: CallOptions): Promise<unknown>;
  /** Sends bytes to a signed URL. The request has neither the key nor a default timeout. */
  upload(url: string, upload: Upload, options?: CallOptions): Promise<void>;
}
