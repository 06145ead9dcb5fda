import type { CostColumns } from "../../prices/generation-cost.ts";
import type { AttachmentWrite } from "../../files.ts";
import { isAsExpected, mergeStep } from "../merge-step.ts";
import { deleteComments } from "../../resources/comments.ts";
import { deleteAttachments, upsertAttachments } from "../../resources/files.ts";
import { deleteReviewItems } from "../../resources/review-rows.ts";
import type { ScoreWriter } from "../../resources/scores.ts";
import { addTombstones } from "../../resources/tombstones.ts";
import type { ScoreWrite } from "../../scores.ts";
import type { Session } from "../../session/session.ts";
import { sessionOf } from "../../session/sqlite/sqlite-sessions.ts";
import { generationPayload, type StoredStep, toStoredStep } from "../stored-step.ts";
import type { StepOutcome, StepWrite } from "../../steps.ts";
import { shareOf } from "../thread-changes.ts";
import { usagePartOf } from "../usage-tree.ts";
import { changeRow, insertRow, isDeleted } from "../../session/sqlite/change-row.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { GenerationCosts } from "../../prices/sqlite/generation-costs.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import type { StepIndexer } from "../../search/sqlite/step-indexer.ts";
import { generationColumns, stepColumns, valuesOf } from "../step-columns.ts";
import { isPacked, storePayload } from "./packed-payload.ts";
import { selectSteps, type StepRow } from "./step-rows.ts";
import { StepUsages } from "./step-usages.ts";
import { toJsonText } from "../../json-texts.ts";
import type { ThreadRows } from "./thread-rows.ts";
import { ThreadTotals } from "./thread-totals.ts";

export interface StepWriterParts {
  readonly database: Database;
  readonly tags: RecordTags;
  readonly threads: ThreadRows;
  readonly scores: ScoreWriter;
  readonly indexer: StepIndexer;
  readonly rollups: Rollups;
  readonly costs: GenerationCosts;
  readonly packing: { readonly packsNew: boolean; touch(): void };
}

/** Maximum number of steps whose payloads are in memory at a time while a thread is deleted. */
const removedAtOnce = 20;

interface DerivedColumns extends CostColumns {
  readonly participant: string | null;
}

interface KnownStep {
  readonly key: number;
  readonly thread: number | null;
  readonly step: StoredStep;
  readonly cost: number | null;
}

/** Writes steps with their dependent records. Every method runs inside a transaction of the caller. */
export class StepWriter {
  readonly #parts: StepWriterParts;

  constructor(parts: StepWriterParts) {
    this.#parts = parts;
  }

  /** Merges a batch of steps. Returns a promise only if the steps have scores or attachments. */
  ingest(project: number, writes: readonly StepWrite[]): StepOutcome[] | Promise<StepOutcome[]> {
    const totals = new ThreadTotals(project, this.#parts);
    const usages = new StepUsages(this.#parts.database, project);
    const outcomes = writes.map((write) => this.#ingestOne(project, write, totals, usages));
    totals.apply();
    usages.apply();
    this.#parts.rollups.touch(writes.length);
    this.#parts.packing.touch();
    const stored = writes.filter((_, index) => outcomes[index] === "stored");
    const scores = stored.flatMap((write) => write.scores ?? []);
    const attachments = stored.flatMap((write) => write.attachments ?? []);
    if (scores.length + attachments.length === 0) return outcomes;
    return this.#writeParts(project, scores, attachments).then(() => outcomes);
  }

  /** Deletes steps with their scores and attachments and leaves tombstones. */
  async delete(session: Session, project: number, ids: readonly string[], deletedAt: number): Promise<void> {
    const totals = new ThreadTotals(project, this.#parts);
    const known = [...new Set(ids)].flatMap((id) => this.#find(project, id) ?? []);
    await this.#remove(session, project, known, deletedAt);
    for (const { thread, step, cost } of known) if (thread !== null) totals.note(thread, shareOf(step, cost), null);
    totals.apply();
  }

  async deleteOfThread(session: Session, project: number, thread: number, deletedAt: number): Promise<void> {
    for (;;) {
      const sql = `${selectSteps} WHERE s.thread = ? LIMIT ${removedAtOnce}`;
      const rows = this.#parts.database.all<StepRow>(sql, thread);
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      await this.#remove(session, project, rows.map(toKnownStep), deletedAt);
      if (rows.length < removedAtOnce) return;
    }
  }

  #ingestOne(project: number, write: StepWrite, totals: ThreadTotals, usages: StepUsages): StepOutcome {
    const { database, threads, costs } = this.#parts;
    const before = this.#find(project, write.id);
    if (before === null && isDeleted(database, project, "step", write.id)) return "deleted";
    if (before !== null && !isAsExpected(before.step, write)) return "changed";
    const step = mergeStep(before?.step ?? null, write);
    const thread = this.#threadOf(project, step, before);
    if (thread === "deleted") return "deleted";

    const cost = costs.of(project, step);
    const derived = { participant: thread === null ? null : threads.participantOf(thread), ...cost };
    const key =
      before === null
        ? this.#insert(project, step, thread, derived)
        : this.#change(project, before, step, thread, derived);

    const share = shareOf(step, cost.cost);
    const shareBefore = before && shareOf(before.step, before.cost);
    if (before !== null && before.thread !== null && before.thread !== thread)
      totals.note(before.thread, shareBefore, null);
    if (thread !== null) totals.note(thread, before?.thread === thread ? shareBefore : null, share);
    usages.note(step.id, before && usagePartOf(before.step, before.cost), usagePartOf(step, cost.cost));
    this.#index(project, key, before?.step ?? null, step);
    return "stored";
  }

  async #writeParts(
    project: number,
    scores: readonly ScoreWrite[],
    attachments: readonly AttachmentWrite[],
  ): Promise<void> {
    const session = sessionOf(this.#parts.database);
    await this.#parts.scores.upsert(session, project, scores);
    await upsertAttachments(session, project, attachments);
  }

  #threadOf(project: number, step: StoredStep, before: KnownStep | null): number | null | "deleted" {
    if (step.threadId === null) return null;
    if (before !== null && before.step.threadId === step.threadId) return before.thread;
    const known = this.#parts.threads.keyOf(project, step.threadId);
    if (known !== null) return known;
    if (isDeleted(this.#parts.database, project, "thread", step.threadId)) return "deleted";
    return this.#parts.threads.create(project, step.threadId, step);
  }

  #find(project: number, id: string): KnownStep | null {
    const { database } = this.#parts;
    // Most steps are new: this narrow query avoids the joins for them.
    const found = database.get<{ key: number }>("SELECT key FROM steps WHERE project_id = ? AND id = ?", project, id);
    if (found === undefined) return null;
    const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, found.key);
    return row === undefined ? null : toKnownStep(row);
  }

  #insert(project: number, step: StoredStep, thread: number | null, derived: DerivedColumns): number {
    const { database } = this.#parts;
    const key = insertRow(database, "steps", {
      project_id: project,
      id: step.id,
      thread,
      ...valuesOf(stepColumns, step),
    });
    this.#writePayload(key, null, step);
    this.#writeGeneration(project, key, null, step, derived);
    return key;
  }

  #change(
    project: number,
    before: KnownStep,
    step: StoredStep,
    thread: number | null,
    derived: DerivedColumns,
  ): number {
    this.#parts.rollups.note("steps", "r.key = ?", before.key);
    changeRow(
      this.#parts.database,
      { table: "steps", keyColumn: "key", key: before.key },
      { thread: before.thread, ...valuesOf(stepColumns, before.step) },
      { thread, ...valuesOf(stepColumns, step) },
    );
    this.#writePayload(before.key, before.step, step);
    this.#writeGeneration(project, before.key, before.step, step, derived);
    return before.key;
  }

  #writePayload(key: number, before: StoredStep | null, { input, output, metadata, generation }: StoredStep): void {
    if (
      before !== null &&
      before.input === input &&
      before.output === output &&
      before.metadata === metadata &&
      before.generation === generation
    )
      return;
    const { database, packing } = this.#parts;
    const payload = {
      metadata: toJsonText(metadata),
      input: toJsonText(input),
      output: toJsonText(output),
      generation: generation && generationPayload(generation),
    };
    storePayload(database, key, payload, {
      hadGeneration: before !== null && before.generation !== null,
      // The background work compresses the payload of each step only once. If it has already done so, the payload that
      // replaces the compressed one has to be compressed here.
      packs: packing.packsNew || (before !== null && isPacked(database, key)),
    });
  }

  #writeGeneration(
    project: number,
    key: number,
    before: StoredStep | null,
    step: StoredStep,
    derived: DerivedColumns,
  ): void {
    const { database } = this.#parts;
    const { generation, createdAt } = step;
    if (generation === null) {
      if (before !== null && before.generation !== null) database.run("DELETE FROM generations WHERE step = ?", key);
      return;
    }
    if (before === null || before.generation === null) {
      insertRow(database, "generations", {
        step: key,
        project_id: project,
        createdAt,
        ...valuesOf(generationColumns, generation),
        ...derived,
      });
    } else {
      const row = { table: "generations", keyColumn: "step", key };
      changeRow(database, row, valuesOf(generationColumns, before.generation), valuesOf(generationColumns, generation));
      const { participant, cost, costDetails } = derived;
      database.run(setDerived, participant, cost, costDetails, key, createdAt);
    }
  }

  #index(project: number, key: number, before: StoredStep | null, after: StoredStep | null): void {
    if (before !== null && after !== null && before.createdAt !== after.createdAt) {
      // The index entries of a step contain its creation time. When this time changes, all of its entries are replaced.
      this.#index(project, key, before, null);
      return this.#index(project, key, null, after);
    }
    const record = { key, createdAt: (after ?? before)?.createdAt ?? 0 };
    this.#parts.tags.set("step", project, record, before?.tags ?? null, after?.tags ?? null);
    const [tagsBefore, tagsAfter] = [before?.generation?.tags ?? null, after?.generation?.tags ?? null];
    this.#parts.tags.set("generation", project, record, tagsBefore, tagsAfter);
    this.#parts.indexer.note(project, record, before, after);
  }

  async #remove(session: Session, project: number, known: readonly KnownStep[], deletedAt: number): Promise<void> {
    if (known.length === 0) return;
    const { database, scores, rollups } = this.#parts;
    const ids = known.map(({ step }) => step.id);
    const keys = JSON.stringify(known.map(({ key }) => key));
    const among = "IN (SELECT value FROM json_each(?))";
    const usages = new StepUsages(database, project);
    usages.keep(known.map(({ key }) => key));
    for (const { step, cost } of known) usages.note(step.id, usagePartOf(step, cost), null);
    rollups.note("steps", `r.key ${among}`, keys);
    await deleteReviewItems(session, project, "step", ids);
    await scores.deleteOfSteps(session, project, ids, deletedAt);
    await deleteAttachments(session, project, "step_id", ids, deletedAt);
    await deleteComments(session, project, "step", ids);
    for (const { key, step } of known) this.#index(project, key, step, null);
    for (const table of ["generations", "generation_payloads", "step_payloads"]) {
      database.run(`DELETE FROM ${table} WHERE step ${among}`, keys);
    }
    database.run(`DELETE FROM steps WHERE key ${among}`, keys);
    await addTombstones(session, project, "step", ids, deletedAt);
    usages.apply();
  }
}

function toKnownStep(row: StepRow): KnownStep {
  // The cast is valid, because `GenerationCosts` computed the cost: a number or null.
  return { key: row.key, thread: row.thread, step: toStoredStep(row), cost: row["cost"] as number | null };
}

const setDerived = `
  UPDATE generations SET participant = ?1, cost = ?2, cost_details = ?3, created_at = ?5
  WHERE step = ?4 AND (participant IS NOT ?1 OR cost_details IS NOT ?3 OR created_at <> ?5)`;
