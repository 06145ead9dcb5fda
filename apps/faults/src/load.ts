import { setTimeout as pause } from "node:timers/promises";
import type { Answer, Client } from "./client.ts";
import type { History } from "./history.ts";
import { makeStep, type MadeStep, type Version } from "./made-step.ts";
import { toSpanRequest } from "./span-request.ts";

const document = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }";

interface Item {
  readonly number: number;
  readonly version: Version;
}

interface Batch {
  readonly items: readonly Item[];
  /** Time of the first attempt to send the batch, as returned by `performance.now()`. */
  readonly since: number;
}

/** Outcome of a request that was not fully acknowledged. */
export interface FailedRequest {
  readonly status: number | null;
  readonly reason: string;
  readonly retryAfter: string | null;
}

/** Protocol for the writes: `ingestSteps`, or spans of OpenTelemetry. */
export type Protocol = "graphql" | "otlp";

export interface LoadOptions {
  readonly client: Client;
  /** Default: `graphql`. */
  readonly protocol?: Protocol | undefined;
  readonly history: Pick<History, "submit" | "acknowledge">;
  /** Number of concurrent clients. */
  readonly lanes?: number | undefined;
  /** Number of new steps per batch. A batch also ends the steps of the previous batch. */
  readonly batchSize?: number | undefined;
  /** Delay between two batches of one client, in milliseconds. */
  readonly rest?: number | undefined;
  /** First number for steps and clients, so that several loads on one service use different numbers. Default: 0. */
  readonly firstNumber?: number | undefined;
  /**
   * Plants a bug in the client: it retries a batch with new ids. If the service has stored the first attempt, the retry
   * stores the same steps again.
   */
  readonly forgetsIds?: boolean | undefined;
  /** Whether steps are sent without times. The service then sets the times. */
  readonly isUndated?: boolean | undefined;
  readonly onFailure?: ((failure: FailedRequest) => void) | undefined;
  /** Called for each acknowledged batch. `waited` is the time since the first attempt to send it, in milliseconds. */
  readonly onAcknowledged?: ((waited: number) => void) | undefined;
}

/** Writes batches of steps. Like an SDK, it retries a batch with the same ids until it is acknowledged. */
export class Load {
  readonly #options: LoadOptions;
  readonly #waiting = new Map<number, Batch>();
  readonly #began = new Map<number, readonly Item[]>();
  #isOver = true;
  #nextNumber: number;
  #tries = 0;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#nextNumber = options.firstNumber ?? 0;
  }

  start(): void {
    this.#isOver = false;
    const lanes = Array.from({ length: this.#options.lanes ?? 4 }, (_, lane) => this.#run(lane));
    this.#running = Promise.all(lanes);
  }

  /** Stops writing. Resolves when all requests in progress have succeeded or failed. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(lane: number): Promise<void> {
    while (!this.#isOver) {
      const isAgain = this.#waiting.has(lane);
      const batch = this.#waiting.get(lane) ?? { items: this.#nextItems(lane), since: performance.now() };
      this.#waiting.set(lane, batch);
      // oxlint-disable no-await-in-loop -- a client sends one batch after the other
      if (await this.#send(lane, batch, isAgain)) {
        this.#waiting.delete(lane);
        this.#began.set(lane, batch.items);
        if (this.#options.rest !== undefined) await pause(this.#options.rest);
      } else await pause(25);
      // oxlint-enable no-await-in-loop
    }
  }

  #nextItems(lane: number): readonly Item[] {
    const ended = (this.#began.get(lane) ?? []).filter(({ version }) => version === 1);
    const begun = Array.from({ length: this.#options.batchSize ?? 5 }, () => (this.#nextNumber += 1));
    return [
      ...ended.map(({ number }): Item => ({ number, version: 2 })),
      ...begun.map((number): Item => ({ number, version: 1 })),
    ];
  }

  async #send(lane: number, { items, since }: Batch, isAgain: boolean): Promise<boolean> {
    const {
      client,
      history,
      firstNumber = 0,
      forgetsIds = false,
      isUndated,
      onFailure,
      onAcknowledged,
      protocol = "graphql",
    } = this.#options;
    for (const { number, version } of items) history.submit(number, version);
    this.#tries += 1;
    const suffix = forgetsIds && isAgain ? `-again-${this.#tries}` : "";
    const made = items.map(({ number, version }): MadeStep => makeStep(number, version, `step-${number}${suffix}`));
    try {
      const { status, headers, text, isStored } =
        protocol === "otlp" ? await sendSpans(client, made) : await sendSteps(client, made, isUndated);
      if (!isStored) {
        const retryAfter = headers["retry-after"];
        onFailure?.({ status, reason: text, retryAfter: typeof retryAfter === "string" ? retryAfter : null });
        return false;
      }
    } catch (error) {
      onFailure?.({ status: null, reason: String(error), retryAfter: null });
      return false;
    }
    for (const { number, version } of items) history.acknowledge(number, version, firstNumber + lane);
    onAcknowledged?.(performance.now() - since);
    return true;
  }
}

interface Sent extends Pick<Answer, "status" | "headers" | "text"> {
  readonly isStored: boolean;
}

async function sendSteps(client: Client, made: readonly MadeStep[], isUndated = false): Promise<Sent> {
  const steps = made.map((step) => (isUndated ? { ...step, startTime: null, endTime: null } : step));
  const { status, headers, text, body } = await client.execute(document, { steps });
  const results = body.data?.["ingestSteps"] as { readonly ok: boolean | null }[] | null | undefined; // the document selects this field
  const isStored = status === 200 && body.errors === undefined && results?.length === made.length;
  return { status, headers, text, isStored: isStored && results.every(({ ok }) => ok === true) };
}

async function sendSpans(client: Client, made: readonly MadeStep[]): Promise<Sent> {
  const { status, headers, text } = await client.post("/v1/traces", JSON.stringify(toSpanRequest(made)));
  // If spans were rejected, the response contains `partialSuccess`. An empty object acknowledges all spans.
  return { status, headers, text, isStored: status === 200 && text === "{}" };
}
