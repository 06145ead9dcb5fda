import type { JsonObject } from "../../../json/json-value.ts";
import type { StoredStep } from "../../ingest/stored-step.ts";
import { BackgroundWork, DutyCycle } from "../../background-work.ts";
import { contentColumns } from "../../ingest/sqlite/packed-payload.ts";
import { fromJsonText } from "../../json-texts.ts";
import { searchedText } from "../search-words.ts";
import type { Database } from "../../session/sqlite/database.ts";
import { metadataPart, type StepAttributes } from "./step-attributes.ts";
import { type StepWords, textPart } from "./step-words.ts";

interface BacklogRow {
  readonly project: number;
  readonly createdAt: number;
  readonly step: number;
  readonly parts: number;
}

interface PayloadRow {
  readonly metadata: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly generation: string | null;
}

/** Bit of `parts` in the backlog (steps to index): the index may contain words that were removed from the step. */
const lostPart = 4;

/**
 * Duration of an indexing slice, in milliseconds. It grows with the number of waiting steps, from `least` to `most`.
 * With a full backlog, a slice may take up to `longest`. Longer slices need less time per step. They shorten the
 * backlog, so that searches test fewer waiting steps.
 */
const sliceTime = { least: 10, most: 50, longest: 500 };
/** A slice gets one millisecond for this number of waiting steps. For example, 8,000 waiting steps give it 20 ms. */
const stepsPerMillisecond = 400;
/**
 * Applies to a full backlog: for each step that was written since the last slice, the next slice indexes this number of
 * steps. The slice ends earlier if it has taken `sliceTime.longest`.
 */
const catchUp = 1.25;
const restTime = 1;
/** Pause after rebuilding a block of metadata, in milliseconds. */
const renewalRest = 20;
const retryTime = 1_000;
/**
 * Numbers of waiting steps. Up to `short`, indexing is not urgent. From `long` on, the pauses between slices are
 * minimal. At `full`, slices are so long that they slow down writes, and the backlog stops growing. If there are still
 * too many writes, their requests have to wait, and the service rejects further requests.
 */
const backlogs = { short: 200, long: 2_000, full: sliceTime.most * stepsPerMillisecond };
const sliceSize = 200;

const countBacklog = `SELECT count(*) AS count FROM (SELECT 1 FROM step_index_backlog LIMIT ${backlogs.full})`;
const selectBacklog = `
  SELECT project_id AS project, created_at AS createdAt, step, parts FROM step_index_backlog LIMIT ${sliceSize}`;
/** Selects a single payload, because payloads may be large. */
const selectPayload = `
  SELECT p.metadata, ${contentColumns.input} AS input, ${contentColumns.output} AS output,
    ${contentColumns.generation} AS generation
  FROM (SELECT ? AS step) b LEFT JOIN step_payloads p USING (step) LEFT JOIN generation_payloads q USING (step)`;

const noPayload: PayloadRow = { metadata: null, input: null, output: null, generation: null };

/**
 * Updates the payload indexes in the background after writes, because updating them in the writes would halve the write
 * rate. Steps that are not indexed yet are in the backlog, which every search includes.
 */
export class StepIndexer {
  readonly #database: Database;
  readonly #attributes: StepAttributes;
  readonly #words: StepWords;
  readonly #work: BackgroundWork;
  readonly #dutyCycle = new DutyCycle(restTime);
  /** Number of steps added to the backlog since the last slice. */
  #noted = 0;

  /** `follows`: whether this connection does the work. One connection per file is enough. */
  constructor(
    { database, attributes, words }: { database: Database; attributes: StepAttributes; words: StepWords },
    { follows }: { readonly follows: boolean },
  ) {
    this.#database = database;
    this.#attributes = attributes;
    this.#words = words;
    this.#work = new BackgroundWork({
      name: "search",
      work: () => this.#indexMore(),
      retryTime,
      onError: () => {
        words.forget();
        attributes.blocks.forget();
      },
      follows,
    });
    this.#work.wake(restTime);
  }

  /**
   * Removes a changed step from the indexes, and queues it to be indexed again. `before` is null for a created step,
   * and `after` is null for a deleted one.
   */
  note(
    project: number,
    { key, createdAt }: { readonly key: number; readonly createdAt: number },
    before: StoredStep | null,
    after: StoredStep | null,
  ): void {
    const hasMetadata = before?.metadata !== after?.metadata;
    if (before !== null && hasMetadata) this.#attributes.remove(project, createdAt, key, before.metadata);
    if (after === null) {
      this.#words.remove(project, createdAt, key);
      this.#removeFromBacklog(project, createdAt, key);
      this.#work.wake(restTime);
      return;
    }
    const parts =
      (hasMetadata ? metadataPart : 0) |
      (hasSameText(before, after) ? 0 : textPart) |
      (before !== null && losesText(before, after) ? lostPart : 0);
    if (parts === 0) return;
    this.#database.run(
      `INSERT INTO step_index_backlog (project_id, created_at, step, parts) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET parts = parts | excluded.parts`,
      project,
      createdAt,
      key,
      parts,
    );
    this.#noted += 1;
    this.#work.wake(restTime);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /** Runs a slice. Returns the pause after the slice in milliseconds; null if there is no more work. */
  #indexMore(): number | null {
    const { count = 0 } = this.#database.get<{ count: number }>(countBacklog) ?? {};
    if (count === 0) return this.#renewBlock() ? renewalRest : null;
    const steps = count < backlogs.full ? 0 : this.#noted * catchUp;
    this.#noted = 0;
    const startedAt = performance.now();
    this.#indexSlice(Math.max(count / stepsPerMillisecond, sliceTime.least), steps);
    return this.#dutyCycle.pauseAfter(performance.now() - startedAt, share(count, backlogs.short, backlogs.long));
  }

  #renewBlock(): boolean {
    const { blocks } = this.#attributes;
    if (!blocks.areOutdated) return false;
    this.#database.writeUnsynced(() => blocks.renew());
    return true;
  }

  /** Indexes steps of the backlog, for at least `time` milliseconds and at least `steps` steps. */
  #indexSlice(time: number, steps: number): void {
    const startedAt = performance.now();
    let taken = 0;
    this.#database.writeUnsynced(() => {
      this.#words.refresh();
      this.#attributes.blocks.refresh();
      // Read inside the transaction, because another process, such as a backup, may have this file open and change
      // steps in the meantime.
      for (const row of this.#backlog()) {
        this.#index(row);
        taken += 1;
        const elapsed = performance.now() - startedAt;
        if (elapsed > sliceTime.longest || (elapsed > time && taken >= steps)) return;
      }
    });
  }

  *#backlog(): Generator<BacklogRow> {
    for (;;) {
      const rows = this.#database.all<BacklogRow>(selectBacklog);
      if (rows.length === 0) return;
      yield* rows;
    }
  }

  #index({ project, createdAt, step, parts }: BacklogRow): void {
    const payload = this.#database.get<PayloadRow>(selectPayload, step) ?? noPayload;
    if (parts & metadataPart)
      this.#attributes.index(project, createdAt, step, fromJsonText<JsonObject | null>(payload.metadata));
    if (parts & textPart) this.#words.index(project, createdAt, step, [...textsOf(payload)]);
    if (parts & lostPart) this.#words.outdate();
    this.#removeFromBacklog(project, createdAt, step);
  }

  #removeFromBacklog(project: number, createdAt: number, step: number): void {
    const sql = "DELETE FROM step_index_backlog WHERE project_id = ? AND created_at = ? AND step = ?";
    this.#database.run(sql, project, createdAt, step);
  }
}

/** Returns the position of a number in a range: 0 at `from`, 1 at `to`. */
function share(number: number, from: number, to: number): number {
  return Math.min(Math.max((number - from) / (to - from), 0), 1);
}

function hasSameText(before: StoredStep | null, after: StoredStep): boolean {
  return (
    before !== null &&
    before.input === after.input &&
    before.output === after.output &&
    before.generation === after.generation
  );
}

/** Whether a text was replaced or removed. Because it may have been a secret, its words must not stay in the index. */
function losesText(before: StoredStep, after: StoredStep): boolean {
  return isLost(before, after, ["input", "output"]) || losesAnswer(before, after);
}

function losesAnswer({ generation: before }: StoredStep, { generation: after }: StoredStep): boolean {
  const texts = ["messages", "messageCompletion", "prompt", "completion"] as const;
  return before !== null && (after === null || isLost(before, after, texts));
}

function isLost<Field extends string>(
  before: { readonly [Name in Field]: unknown },
  after: { readonly [Name in Field]: unknown },
  fields: readonly Field[],
): boolean {
  return fields.some((field) => before[field] !== null && before[field] !== after[field]);
}

/** Texts of a step that the filter `content` searches, including the texts of its generation. */
function* textsOf({ input, output, generation }: PayloadRow): Generator<string> {
  yield storedText(input);
  yield storedText(output);
  if (generation === null) return;
  const { messages, messageCompletion, prompt, completion } = fromJsonText<JsonObject>(generation);
  for (const text of [messages, messageCompletion, prompt, completion]) yield searchedText(text ?? null);
}

/**
 * Returns the searched text of stored JSON, like `searchedText`. The JSON of values other than strings is searched
 * unchanged.
 */
function storedText(json: string | null): string {
  return json?.startsWith('"') === true ? searchedText(fromJsonText(json)) : (json ?? "");
}
