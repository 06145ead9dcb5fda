/** How many streams may be open at a time. */
export interface ConnectionLimits {
  /** For one key or session. */
  readonly maxSubscriptionsPerCredential: number;
  readonly maxSubscriptions: number;
}

/** An open stream. */
export interface LiveConnection {
  /** Aborted when the stream has to end: the client left, its permission ended, or the service closes. */
  readonly signal: AbortSignal;
  /** Ends the stream and frees its place; may be called again. */
  end(): void;
}

/** The streams that are open, so that they are limited and all end with the service. */
export class LiveConnections {
  readonly #limits: ConnectionLimits;
  readonly #byCredential = new Map<string, number>();
  readonly #open = new Set<LiveConnection>();
  #isClosed = false;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Tells which limit is reached when there is no place left; null when the service closes. */
  open(credential: string): LiveConnection | { readonly limit: number } | null {
    if (this.#isClosed) return null;
    const { maxSubscriptions, maxSubscriptionsPerCredential } = this.#limits;
    const count = this.#byCredential.get(credential) ?? 0;
    if (count >= maxSubscriptionsPerCredential) return { limit: maxSubscriptionsPerCredential };
    if (this.#open.size >= maxSubscriptions) return { limit: maxSubscriptions };
    this.#byCredential.set(credential, count + 1);
    const controller = new AbortController();
    const connection: LiveConnection = {
      signal: controller.signal,
      end: () => {
        if (!this.#open.delete(connection)) return;
        const left = (this.#byCredential.get(credential) ?? 1) - 1;
        if (left === 0) this.#byCredential.delete(credential);
        else this.#byCredential.set(credential, left);
        controller.abort();
      },
    };
    this.#open.add(connection);
    return connection;
  }

  /** Ends every stream and opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) connection.end();
  }
}
