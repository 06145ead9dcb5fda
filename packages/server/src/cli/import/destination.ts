import {
  GraphQLRequestError,
  HttpError,
  IngestError,
  NetworkError,
  type ScoresFilter,
  type StepsFilter,
  type Threadline,
  ThreadlineError,
  type ThreadsFilter,
  TimeoutError,
} from "@threadline/core";
import { setTimeout as sleepFor } from "node:timers/promises";
import { CommandError } from "../command-error.ts";
import { asObject } from "./build-step.ts";
import type { ImportedDatasetItem, ImportedKind, ImportedPrompt, ImportRecord } from "./import-record.ts";
import type { ImportTally } from "./import-report.ts";
import { RecentMap } from "./recent-map.ts";

const batchSize = 100;
const maxAttempts = 10;
/**
 * Maximum `Retry-After` that the import waits for, in milliseconds. A longer one, for example because of a quota, ends
 * the import.
 */
const maxRetryAfterMs = 15 * 60_000;
/**
 * Maximum number of threads and users to remember. A remembered record is not written again unless its content has
 * changed.
 */
const maxRemembered = 50_000;

/**
 * Order in which records are written. A record refers only to records of kinds before its own, or to earlier records of
 * its own kind.
 */
const writeOrder = [
  "omission",
  "user",
  "prompt version",
  "thread",
  "step",
  "score",
  "dataset",
  "dataset item",
  "experiment",
  "experiment item",
] as const satisfies readonly ImportRecord["kind"][];

/** Error codes that concern a single record. Other errors end the import. */
const recordCodes = new Set(["BAD_USER_INPUT", "CONFLICT", "DELETED", "NOT_FOUND", "PAYLOAD_TOO_LARGE"]);

type RecordOf<Kind extends ImportRecord["kind"]> = Extract<ImportRecord, { readonly kind: Kind }>;

/** Writes records to a service through the SDK, and counts them. Writing the same record again changes nothing. */
export class Destination {
  readonly #client: Threadline;
  readonly #tally: ImportTally;
  readonly #sleep: (milliseconds: number) => Promise<unknown>;
  #datasets: Map<string, string> | null = null;
  readonly #prompts = new Map<string, string>();
  readonly #versionCounts = new Map<string, number>();
  readonly #remembered = new Map<string, string>();
  readonly #isResumed: boolean;
  /**
   * Whether a thread already existed when the import wrote its first step, by thread id. The report counts such a
   * thread as already present, and any other thread as imported.
   */
  readonly #threadsOfSteps = new RecentMap<string, boolean>(maxRemembered);
  #experimentItems: { readonly experiment: string; readonly ids: ReadonlySet<string> } | null = null;

  constructor(options: {
    readonly client: Threadline;
    readonly tally: ImportTally;
    readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
    /**
     * Whether the import continues an earlier run, which may have stopped between two requests for one record. Default:
     * false.
     */
    readonly isResumed?: boolean | undefined;
  }) {
    this.#client = options.client;
    this.#tally = options.tally;
    this.#isResumed = options.isResumed ?? false;
    this.#sleep = options.sleep ?? ((milliseconds) => sleepFor(milliseconds));
  }

  /** Resolves once the records are durable. */
  async write(records: readonly ImportRecord[]): Promise<void> {
    const byKind = Map.groupBy(records, ({ kind }) => kind);
    for (const kind of writeOrder) {
      const ofKind = byKind.get(kind) ?? [];
      for (let start = 0; start < ofKind.length; start += batchSize) {
        // oxlint-disable-next-line no-await-in-loop -- a record comes after the records that it references
        await this.#writeBatch(kind, ofKind.slice(start, start + batchSize));
      }
    }
  }

  async #writeBatch(kind: ImportRecord["kind"], batch: readonly ImportRecord[]): Promise<void> {
    switch (kind) {
      case "omission":
        for (const { what, reason, count } of batch as RecordOf<"omission">[]) this.#tally.omit(what, reason, count);
        return;
      case "step":
        return this.#writeSteps(batch as RecordOf<"step">[]);
      case "score":
        return this.#writeScores(batch as RecordOf<"score">[]);
      case "dataset item":
        return this.#writeDatasetItems(batch as RecordOf<"dataset item">[]);
      default:
        for (const record of batch) {
          // oxlint-disable-next-line no-await-in-loop -- sequential
          await this.#guard(record.kind as ImportedKind, () => this.#writeOne(record));
        }
    }
  }

  /**
   * Writes one record. Resolves to whether the service already had the record. Resolves to null if this import has
   * already counted the record.
   */
  #writeOne(record: ImportRecord): Promise<boolean | null> {
    switch (record.kind) {
      case "user":
        return this.#writeUser(record);
      case "thread":
        return this.#writeThread(record);
      case "dataset":
        return this.#writeDataset(record);
      case "prompt version":
        return this.#writePrompt(record);
      case "experiment":
        return this.#writeExperiment(record);
      case "experiment item":
        return this.#writeExperimentItem(record);
      default:
        throw new Error(`Records of the kind ${record.kind} must be written in batches`);
    }
  }

  async #writeSteps(batch: readonly RecordOf<"step">[]): Promise<void> {
    const { api } = this.#client;
    const steps = batch.map(({ step, prompt }) => {
      const promptId = prompt && this.#prompts.get(keyOf(prompt));
      return promptId === undefined || step.generation == null
        ? step
        : { ...step, generation: { ...step.generation, promptId } };
    });
    const ids = [...new Set(steps.map(({ id }) => id))];
    const filters = [isOneOf(ids)];
    const { totalCount } = await this.#persist(() => api.getSteps({ first: 1, filters }));
    await this.#noteThreads(steps.flatMap(({ threadId }) => threadId ?? []));
    let rejected = 0;
    try {
      await this.#persist(() => api.sendSteps(steps));
    } catch (error) {
      if (!(error instanceof IngestError)) throw error;
      rejected = error.failures.length;
      for (const { message } of error.failures) this.#tally.omit("steps", message);
    }
    const present = Math.min(totalCount, ids.length - rejected);
    this.#tally.add("step", { imported: ids.length - rejected - present, present });
  }

  /** Remembers which threads exist before their first steps are written, because writing a step creates its thread. */
  async #noteThreads(ids: readonly string[]): Promise<void> {
    const isNew = (id: string): boolean => !this.#remembered.has(`thread ${id}`) && !this.#threadsOfSteps.has(id);
    const news = [...new Set(ids)].filter(isNew);
    if (news.length === 0) return;
    const query = { first: news.length, filters: [isOneOf(news)], stepTypesToKeep: ["rerank" as const] };
    const { data } = await this.#persist(() => this.#client.api.getThreads(query));
    const stored = new Set(data.map(({ id }) => id));
    for (const id of news) this.#threadsOfSteps.set(id, stored.has(id));
  }

  async #writeScores(batch: readonly RecordOf<"score">[]): Promise<void> {
    const { api } = this.#client;
    const scores = batch.map(({ score }) => score);
    const filters = [isOneOf(scores.map(({ id }) => id))];
    const { totalCount } = await this.#persist(() => api.getScores({ first: 1, filters }));
    let rejected = 0;
    try {
      await this.#persist(() => api.createScores(scores));
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      rejected = error.errors.length;
      for (const { message } of error.errors) this.#tally.omit("scores", message);
    }
    const present = Math.min(totalCount, scores.length - rejected);
    this.#tally.add("score", { imported: scores.length - rejected - present, present });
  }

  async #writeDatasetItems(batch: readonly ImportedDatasetItem[]): Promise<void> {
    const byDataset = Map.groupBy(batch, ({ dataset }) => dataset);
    for (const [name, items] of byDataset) {
      // oxlint-disable-next-line no-await-in-loop -- one dataset after the other
      const datasetId = (await this.#knownDatasets()).get(name);
      if (datasetId === undefined) {
        this.#tally.omit("dataset items", `the dataset "${name}" is not in the export`, items.length);
        continue;
      }
      for (const part of inParts(items)) {
        // oxlint-disable-next-line no-await-in-loop -- sequential
        await this.#writeItemsOf(datasetId, part);
      }
    }
  }

  async #writeItemsOf(datasetId: string, items: readonly ImportedDatasetItem[]): Promise<void> {
    const { api } = this.#client;
    const created = items.map(({ id, input, expectedOutput, metadata, createdAt }) => ({
      id,
      input: asObject(input ?? {}),
      expectedOutput: expectedOutput === undefined ? undefined : asObject(expectedOutput),
      metadata,
      createdAt,
    }));
    const isStored = await Promise.all(
      items.map(({ id }) =>
        this.#persist(() => api.getDatasetItem(id)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof GraphQLRequestError && error.codes.includes("NOT_FOUND")) return false;
            throw error;
          },
        ),
      ),
    );
    const present = isStored.filter(Boolean).length;
    try {
      await this.#persist(() => api.createDatasetItems(datasetId, created));
      this.#tally.add("dataset item", { imported: items.length - present, present });
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      if (items.length === 1) return this.#tally.omit("dataset items", error.message);
      // The service rejected the whole batch because of some invalid items. Items are now written one by one, so that
      // only the invalid ones are omitted.
      for (const item of items) {
        // oxlint-disable-next-line no-await-in-loop -- sequential
        await this.#writeItemsOf(datasetId, [item]);
      }
    }
  }

  async #writeUser({ identifier, metadata }: RecordOf<"user">): Promise<boolean | null> {
    const { api } = this.#client;
    const isFirst = !this.#remembered.has(`user ${identifier}`);
    if (!this.#isNews(`user ${identifier}`, JSON.stringify(metadata ?? null))) return null;
    const isStored = (await this.#persist(() => api.getUser(identifier))) !== undefined;
    await this.#persist(() => api.getOrCreateUser(identifier, metadata));
    return isFirst ? isStored : null;
  }

  async #writeThread({ thread }: RecordOf<"thread">): Promise<boolean | null> {
    const { api } = this.#client;
    const isFirst = !this.#remembered.has(`thread ${thread.threadId}`);
    if (!this.#isNews(`thread ${thread.threadId}`, JSON.stringify(thread))) return null;
    const filters = [{ field: "id" as const, operator: "eq" as const, value: thread.threadId }];
    // `getThreads` returns threads with their steps. This request needs only the number of threads, so it selects steps
    // of a type that imports rarely contain.
    const query = { first: 1, filters, stepTypesToKeep: ["rerank" as const] };
    const known = this.#threadsOfSteps.get(thread.threadId);
    const isStored = isFirst && (known ?? (await this.#persist(() => api.getThreads(query))).totalCount > 0);
    await this.#persist(() => api.upsertThread(thread));
    return isFirst ? isStored : null;
  }

  async #writeDataset({ name, description, metadata, createdAt }: RecordOf<"dataset">): Promise<boolean> {
    const { api } = this.#client;
    if ((await this.#knownDatasets()).has(name)) return true;
    try {
      const { id } = await this.#persist(() => api.createDataset({ name, description, metadata, createdAt }));
      this.#datasets?.set(name, id);
    } catch (error) {
      // If the response to the first attempt was lost, the second attempt fails, because the first one has created the
      // dataset. The names are therefore read again. If the name exists now, this import has created the dataset.
      this.#datasets = null;
      if (!isOfRecord(error) || !(await this.#knownDatasets()).has(name)) throw error;
    }
    return false;
  }

  async #writePrompt(record: ImportedPrompt): Promise<boolean> {
    const { api } = this.#client;
    const { reference, messages, settings, tools, description, createdAt, isServed } = record;
    const { name } = reference;
    const before = this.#versionCounts.get(name) ?? (await this.#countVersions(name));
    this.#versionCounts.set(name, before);
    const options = { versionDesc: description, createdAt };
    const prompt = await this.#persist(() => api.getOrCreatePrompt(name, messages, settings, tools, options));
    this.#prompts.set(keyOf(reference), prompt.id);
    // The source serves this version, so it gets all rollout weight. The weights of a prompt that existed before the
    // import are kept. A resumed import cannot find out whether the prompt existed. It only replaces weights that are
    // those of a new prompt.
    if (isServed === true && (before === 0 || (this.#isResumed && (await this.#hasFirstRollout(name))))) {
      await this.#persist(() => api.updatePromptAbTesting(name, [{ version: prompt.version, rollout: 100 }]));
    }
    return prompt.version < before;
  }

  /** Whether a prompt has the rollout weights of a new prompt: all weight on version 0. */
  async #hasFirstRollout(name: string): Promise<boolean> {
    const weights = (await this.#persist(() => this.#client.api.getPromptAbTesting(name))) ?? [];
    return weights.every(({ version, rollout }) => rollout === (version === 0 ? 100 : 0));
  }

  async #countVersions(name: string): Promise<number> {
    const { api } = this.#client;
    let count = 0;
    if ((await this.#persist(() => api.getPromptLineageByName(name))) === null) return count;
    const isStored = (version: number): Promise<boolean> =>
      this.#persist(async () => (await api.getPrompt(name, version)) !== null);
    // oxlint-disable-next-line no-await-in-loop -- versions are numbered without gaps
    while (await isStored(count)) count += 1;
    return count;
  }

  async #writeExperiment(record: RecordOf<"experiment">): Promise<boolean> {
    const { id, name, dataset, prompt, params, createdAt } = record;
    const datasetId = dataset === undefined ? undefined : (await this.#knownDatasets()).get(dataset);
    const promptId = prompt && this.#prompts.get(keyOf(prompt));
    const { api } = this.#client;
    const stored = await this.#persist(() => api.getExperiment(id));
    const ids = new Set((stored?.items ?? []).flatMap((item) => item.id ?? []));
    this.#experimentItems = { experiment: id, ids };
    const experiment = { id, name, datasetId, promptId, params, createdAt };
    if (stored === null) await this.#persist(() => api.createExperiment(experiment));
    return stored !== null;
  }

  async #writeExperimentItem({ item }: RecordOf<"experiment item">): Promise<boolean> {
    const { api } = this.#client;
    if (this.#experimentItems?.experiment !== item.datasetExperimentId) {
      const stored = await this.#persist(() => api.getExperiment(item.datasetExperimentId));
      const ids = new Set((stored?.items ?? []).flatMap((each) => each.id ?? []));
      this.#experimentItems = { experiment: item.datasetExperimentId, ids };
    }
    const isStored = this.#experimentItems.ids.has(item.id);
    if (!isStored) await this.#persist(() => api.createExperimentItem(item));
    return isStored;
  }

  /** Writes one record, and counts it as omitted if the service rejects it. */
  async #guard(kind: ImportedKind, write: () => Promise<boolean | null>): Promise<void> {
    try {
      const isPresent = await write();
      if (isPresent !== null) this.#tally.add(kind, isPresent ? { present: 1 } : { imported: 1 });
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      this.#tally.omit(`${kind}s`, error.message);
    }
  }

  /**
   * Sends a request, and retries it after transient failures. A repeated write creates no second record, because every
   * record is identified by its id or name.
   */
  async #persist<Result>(request: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        return await request();
      } catch (error) {
        const isTransient =
          error instanceof NetworkError ||
          error instanceof TimeoutError ||
          (error instanceof HttpError && [429, 502, 503, 504].includes(error.status));
        if (!isTransient) throw error;
        const retryAfter = error instanceof HttpError ? error.retryAfterMs : undefined;
        if (attempt === maxAttempts || (retryAfter ?? 0) > maxRetryAfterMs) throw explainServiceError(error);
        const backoff = Math.min(30_000, 500 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
        // oxlint-disable-next-line no-await-in-loop -- sequential
        await this.#sleep(retryAfter ?? backoff);
      }
    }
  }

  async #knownDatasets(): Promise<Map<string, string>> {
    this.#datasets ??= new Map(
      (await this.#persist(() => this.#client.api.getDatasets())).map(({ id, name }) => [name, id]),
    );
    return this.#datasets;
  }

  /**
   * Remembers the content that is written for a key. Returns false if the content that was last written for the key is
   * the same.
   */
  #isNews(key: string, content: string): boolean {
    if (this.#remembered.get(key) === content) return false;
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(key, content);
    return true;
  }
}

/** Filter on ids. The service supports it, but the SDK's types do not contain it. */
function isOneOf(ids: readonly string[]): StepsFilter & ScoresFilter & ThreadsFilter {
  return { field: "id", operator: "in", value: ids } as unknown as StepsFilter & ScoresFilter & ThreadsFilter;
}

function keyOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}\n${version}`;
}

/** Whether the service rejected a record because of its content. */
function isOfRecord(error: unknown): error is GraphQLRequestError {
  return (
    error instanceof GraphQLRequestError && error.codes.length > 0 && error.codes.every((code) => recordCodes.has(code))
  );
}

const maxCharacters = 8_000_000;

function inParts(items: readonly ImportedDatasetItem[]): ImportedDatasetItem[][] {
  const parts: ImportedDatasetItem[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    const part = parts.at(-1);
    if (part !== undefined && characters + size <= maxCharacters) {
      part.push(item);
      characters += size;
    } else {
      parts.push([item]);
      characters = size;
    }
  }
  return parts;
}

/** Converts a service error to a readable message with advice. Returns other errors unchanged. */
export function explainServiceError(error: unknown): unknown {
  if (!(error instanceof ThreadlineError)) return error;
  return new CommandError(
    `${error.message}. Check THREADLINE_URL and THREADLINE_API_KEY; then run the same command again to continue.`,
  );
}
