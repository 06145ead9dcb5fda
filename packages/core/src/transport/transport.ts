/** What every operation accepts as its last argument. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long this call may take with all its attempts, in milliseconds; overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** The environment of what this call records; overrides the client's `environment`. */
  environment?: string | undefined;
}

/** A GraphQL document with what the transport must know about it. */
export interface GraphQLOperation {
  readonly document: string;
  /** The operation of the SDK, for error messages. */
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription";
  /** Whether sending it twice leaves the same records as sending it once. */
  readonly isSafeToRetry: boolean;
}

/** The bytes of a file on their way to a signed URL. */
export interface Upload {
  readonly method: "PUT" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
}

/** The one door to the network. Every failure is a `ThreadlineError`, but for a caller's abort, which keeps its own reason. */
export interface Transport {
  /** Runs a document and resolves to its `data`. The type is the caller's claim about what the document selects. */
  graphql<Data>(operation: GraphQLOperation, variables: object, options?: CallOptions): Promise<Data>;
  /** Opens a subscription once, and resolves to the `data` of its events; the time limit is for the opening. */
  stream<Data>(
    operation: GraphQLOperation,
    variables: object,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<Data, undefined>>;
  /** Posts JSON to a REST path (`/api/...`) that is safe to call twice, and resolves to the JSON of the answer. */
  post(name: string, path: string, body: object, options?: CallOptions): Promise<unknown>;
  /** Sends bytes to a signed URL, without the key and without a time limit of its own. */
  upload(url: string, upload: Upload, options?: CallOptions): Promise<void>;
}
