import type { RecordingClient } from "@threadline/core";
import { Recent } from "@threadline/core/internal";

/**
 * Delays before the attempts to find a thread, in milliseconds. The process that received the response may send its
 * records only after a while.
 */
const ATTEMPT_DELAYS_MS = [0, 500, 1_000, 3_000, 8_000];
const ATTEMPT_TIMEOUT_MS = 10_000;
const MAX_SEARCHES = 1_000;
/**
 * Number of recent responses whose thread is cached. {@link Recent} caches at least this number, and at most twice as
 * many.
 */
const MAX_KNOWN = 10_000;

/**
 * Finds the thread of an earlier response by its id. If a different process received the response, searches the stored
 * generations, whose metadata contain the response id.
 */
export class AnswerThreads {
  readonly #client: RecordingClient;
  readonly #known = new Recent<string | Promise<string>>(MAX_KNOWN);
  #searches = 0;
  /** Whether the API key may search steps. False once the service has rejected a search. */
  #mayRead = true;

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  join(responseId: string, threadId: string | Promise<string>): void {
    this.#known.set(responseId, threadId);
  }

  /**
   * Returns the id of the thread that a response belongs to, or a promise while the thread is searched for. If no
   * thread is found, returns the response id. By default, this is the id of the thread that starts with the response.
   */
  threadOf(responseId: string): string | Promise<string> {
    const known = this.#known.get(responseId);
    if (known !== undefined) return known;
    if (!this.#mayRead || this.#searches >= MAX_SEARCHES) return responseId;
    const threadId = this.#search(responseId);
    this.join(responseId, threadId);
    return threadId;
  }

  async #search(responseId: string): Promise<string> {
    this.#searches += 1;
    const hurry = new AbortController();
    const searched = this.#findOrGiveUp(responseId, hurry.signal);
    const stopWaiting = this.#client.delivery.beforeFlush(() => {
      hurry.abort();
      return searched;
    });
    try {
      const threadId = (await searched) ?? responseId;
      this.join(responseId, threadId);
      return threadId;
    } finally {
      this.#searches -= 1;
      stopWaiting();
    }
  }

  /** Searches until the thread is found. When the signal aborts, makes one last attempt without a delay. */
  async #findOrGiveUp(responseId: string, signal: AbortSignal): Promise<string | undefined> {
    for (const delay of ATTEMPT_DELAYS_MS) {
      await pause(delay, signal);
      const isLast = signal.aborted;
      const threadId = await this.#ask(responseId);
      if (threadId !== undefined || isLast || !this.#mayRead) return threadId;
    }
    return undefined;
  }

  async #ask(responseId: string): Promise<string | undefined> {
    const filters = [{ field: "metadata", path: "responseId", operator: "eq", value: responseId } as const];
    try {
      const { data } = await this.#client.api.getGenerations({ first: 1, filters }, { timeoutMs: ATTEMPT_TIMEOUT_MS });
      // The cast adds the field `step`. The operation `getGenerations` selects this field, but the type of its result
      // lacks it.
      const [found] = data as { step?: { threadId?: string | null } | null }[];
      return found?.step?.threadId ?? undefined;
    } catch (error) {
      if (isRefusal(error)) this.#mayRead = false;
      return undefined;
    }
  }
}

function isRefusal(error: unknown): boolean {
  const { codes, status } = error as { codes?: readonly string[]; status?: number };
  return codes?.includes("FORBIDDEN") === true || status === 401 || status === 403;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, milliseconds);
    // The timer must not keep the process alive. In browsers and edge runtimes, a timer is a number without `unref`.
    if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
      timer.unref();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
