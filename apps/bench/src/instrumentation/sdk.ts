/** What every module in `peers` starts: one SDK, set up as its documentation says. */
export interface Sdk {
  /** A client of the openai package whose calls are recorded. */
  readonly openai: {
    readonly chat: { readonly completions: { create(body: object): Promise<AsyncIterable<object>> } };
  };
  /** Records one event that carries the mark, and returns at once. */
  record(mark: string): void;
  /** Records a root around `run`, and a child around each call of the function that `run` gets. */
  trace(
    run: (step: (index: number, work: () => Promise<object>) => Promise<object>) => Promise<object>,
  ): Promise<unknown>;
  /** Sends what waits. */
  flush(): Promise<unknown>;
  /** What it says that it gave up; not given where the SDK does not tell. */
  dropped?(): number;
  /** What it has not sent yet; not given where the SDK does not tell. */
  pending?(): number;
  /** Requests without success so far; not given where the SDK does not tell. */
  failedRequests?(): number;
}

/** Where an SDK sends to. */
export interface SdkOptions {
  readonly providerUrl: string;
  /** Answers the requests to the provider in this process; absent: they go over the network. */
  readonly providerFetch?: typeof fetch | undefined;
  readonly ingestUrl: string;
  /** A folder, for the SDK that can keep what waits on disk. */
  readonly spool?: string | undefined;
}

/** Loads a module of `peers` and starts its SDK. */
export async function startSdk(path: string, options: SdkOptions): Promise<Sdk> {
  const { start } = (await import(path)) as { start: (options: SdkOptions) => Sdk | Promise<Sdk> }; // what every module there exports
  return start(options);
}
