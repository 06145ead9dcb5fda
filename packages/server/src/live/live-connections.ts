export interface ConnectionLimits {
  /** Maximum streams per key, account or share link. */
  readonly maxSubscriptionsPerCredential: number;
  /** Maximum number of streams per project. All share links of a project together get at most half of this number. */
  readonly maxSubscriptionsPerProject: number;
  readonly maxSubscriptions: number;
}

export interface Subscriber {
  /** Id of the key, account or share link. */
  readonly credential: string;
  readonly projectId: string;
  /** Whether the credential is a share link, which may be public. */
  readonly isLink: boolean;
}

export interface LiveConnection {
  /** Aborts when the stream has to end: the client disconnected or lost its permission, or the service stops. */
  readonly signal: AbortSignal;
  /** Closes the stream and frees its slot. May be called repeatedly. */
  end(): void;
}

/** Open streams. Their number is limited, and they end with the service. */
export class LiveConnections {
  readonly #limits: ConnectionLimits;
  readonly #counts = new Map<string, number>();
  readonly #open = new Set<LiveConnection>();
  #isClosed = false;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Opens a stream. If too many streams are open, returns the limit that was reached. Returns null when the service
   * shuts down.
   *
   * Besides the fixed limits, the open streams of a project may be at most twice as many as the streams that are still
   * free. So one project never uses all streams. The streams of its share links may be at most as many as are free.
   */
  open({ credential, projectId, isLink }: Subscriber): LiveConnection | { readonly limit: number } | null {
    if (this.#isClosed) return null;
    const { maxSubscriptions, maxSubscriptionsPerCredential, maxSubscriptionsPerProject } = this.#limits;
    const free = maxSubscriptions - this.#open.size;
    if (free <= 0) return { limit: maxSubscriptions };
    const bounds: [name: string, limit: number][] = [
      [`credential ${credential}`, maxSubscriptionsPerCredential],
      [`project ${projectId}`, Math.min(maxSubscriptionsPerProject, 2 * free)],
    ];
    if (isLink) bounds.push([`links ${projectId}`, Math.min(Math.ceil(maxSubscriptionsPerProject / 2), free)]);
    const full = bounds.find(([name, limit]) => (this.#counts.get(name) ?? 0) >= limit);
    if (full) return { limit: full[1] };
    for (const [name] of bounds) this.#count(name, 1);
    const controller = new AbortController();
    const connection: LiveConnection = {
      signal: controller.signal,
      end: () => {
        if (!this.#open.delete(connection)) return;
        for (const [name] of bounds) this.#count(name, -1);
        controller.abort();
      },
    };
    this.#open.add(connection);
    return connection;
  }

  #count(name: string, change: 1 | -1): void {
    const count = (this.#counts.get(name) ?? 0) + change;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) connection.end();
  }
}
