import type { Document } from "../documents/document.ts";

/** Last argument of every operation. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of the call including all attempts, in milliseconds; overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Environment of the records that the call writes; overrides the client's `environment`. */
  environment?: string | undefined;
}

/** Upload of a file to a signed URL. */
export interface Upload {
  readonly method: "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
}

/** Sends the requests of operations. Errors are `ThreadlineError`s, except the reason of a caller's abort. */
export interface Transport {
  /** Runs a document and resolves to its `data`. */
  graphql<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>;
  /** Opens a subscription, and resolves to the `data` of its events. The timeout is for opening. */
  stream<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<Data, undefined>>;
  /** Posts JSON to an idempotent REST path (`/api/...`), and resolves to the JSON of the response. */
  post(name: string, path: string, body: object, options?: CallOptions): Promise<unknown>;
  /** Sends bytes to a signed URL, without the key and without a default timeout. */
  upload(url: string, upload: Upload, options?: CallOptions): Promise<void>;
}
