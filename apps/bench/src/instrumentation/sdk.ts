/** Interface of the modules that start an SDK. Each module configures one SDK as its documentation recommends. */
export interface Sdk {
  /** Client of the openai package whose calls are recorded. */
  readonly openai: {
    readonly chat: { readonly completions: { create(body: object): Promise<AsyncIterable<object>> } };
  };
  /** Records one event that contains `mark`. Returns immediately. */
  record(mark: string): void;
  /** Records a trace: a root step for `run`, and a child step for each call of `step` in it. */
  trace(
    run: (step: (index: number, work: () => Promise<object>) => Promise<object>) => Promise<object>,
  ): Promise<unknown>;
  flush(): Promise<unknown>;
  /** Returns the number of dropped records. SDKs that do not report it lack this method. */
  dropped?(): number;
  /** Returns the number of pending records. SDKs that do not report it lack this method. */
  pending?(): number;
  /** Returns the number of failed requests. SDKs that do not report it lack this method. */
  failedRequests?(): number;
}

export interface SdkOptions {
  readonly providerUrl: string;
  /** Handles requests to the provider within this process. Default: they are sent over the network. */
  readonly providerFetch?: typeof fetch | undefined;
  readonly ingestUrl: string;
  /** Folder for SDKs with a spool on disk. */
  readonly spool?: string | undefined;
}

export async function startSdk(path: string, options: SdkOptions): Promise<Sdk> {
  const { start } = (await import(path)) as { start: (options: SdkOptions) => Sdk | Promise<Sdk> }; // every module in that folder exports `start`
  return start(options);
}
