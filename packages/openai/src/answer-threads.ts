import type { RecordingClient } from "@threadline/core";
import { Recent } from "./recent.ts";

/** Delay before each attempt, in milliseconds: another process delivers its records a little later. */
const ATTEMPT_DELAYS_MS = [0, 500, 1_000, 3_000, 8_000];
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Maximum number of searches under way. */
const MAX_SEARCHES = 1_000;
/** Maximum number of responses whose thread is remembered. */
const MAX_KNOWN = 10_000;

/**
 * Threads by the id of a response, those of other processes included: the service has the step of the response, whose generation
 * holds the id in its metadata.
 */
export class AnswerThreads {
  readonly #client: RecordingClient;
  readonly #known = new Recent<string | Promise<string>>(MAX_KNOWN);
  #searches = 0;
  /** False once the service has refused to be asked: the key may only record. */
  #mayRead = true;

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  /** Remembers the thread of a response, also while that is searched for. */
  join(responseId: string, threadId: string | Promise<string>): void {
    this.#known.set(responseId, threadId);
  }

  /** The thread of a response: a promise while it is searched for. Of one that is not found, its id is the id of the thread. */
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

  /** Retries until the signal, after which one last attempt is made. */
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
      // Not part of the type, but of what the operation selects.
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
    // A number in browsers and at the edge.
    if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
      timer.unref();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
