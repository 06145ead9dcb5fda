/** Interface of every module in `peers`: one SDK, configured as documented. */
export interface Sdk {
  /** Client of the openai package whose calls are recorded. */
  readonly openai: {
    readonly chat: { readonly completions: { create(body: object): Promise<AsyncIterable<object>> } };
  };
  /** Records one event with the mark, and returns at once. */
  record(mark: string): void;
  /** Records a root around `run`, and a child around each call of the function passed to `run`. */
  trace(
    run: (step: (index: number, work: () => Promise<object>) => Promise<object>) => Promise<object>,
  ): Promise<unknown>;
  /** Sends pending records. */
  flush(): Promise<unknown>;
  /** Number of dropped records; undefined if the SDK does not report it. */
  dropped?(): number;
  /** Number of pending records; undefined if the SDK does not report it. */
  pending?(): number;
  /** Number of failed requests; undefined if the SDK does not report it. */
  failedRequests?(): number;
}

export interface SdkOptions {
  readonly providerUrl: string;
  /** Handles requests to the provider in this process. Default: over the network. */
  readonly providerFetch?: typeof fetch | undefined;
  readonly ingestUrl: string;
  /** Folder for SDKs with a spool on disk. */
  readonly spool?: string | undefined;
}

/** Loads a module of `peers` and starts its SDK. */
export async function startSdk(path: string, options: SdkOptions): Promise<Sdk> {
  const { start } = (await import(path)) as { start: (options: SdkOptions) => Sdk | Promise<Sdk> }; // every module in that folder exports it
  return start(options);
}
