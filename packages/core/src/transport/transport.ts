import type { Document } from "../documents/document.ts";

/** What every operation accepts as its last argument. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long this call may take with all its attempts, in milliseconds; overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** The environment of what this call records; overrides the client's `environment`. */
  environment?: string | undefined;
}

/** The bytes of a file on their way to a signed URL. */
export interface Upload {
  readonly method: "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
}

/** All requests of the operations. Every failure is a `ThreadlineError`, except for a caller's abort, which keeps its own reason. */
export interface Transport {
  /** Runs a document and resolves to its `data`. */
  graphql<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>;
  /** Opens a subscription, and resolves to the `data` of its events; the time limit is for the opening. */
  stream<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<Data, undefined>>;
  /** Posts JSON to a REST path (`/api/...`) that is safe to call twice, and resolves to the JSON of the answer. */
  post(name: string, path: string, body: object, options?: CallOptions): Promise<unknown>;
  /** Sends bytes to a signed URL, without the key and without a time limit of its own. */
  upload(url: string, upload: Upload, options?: CallOptions): Promise<void>;
}
