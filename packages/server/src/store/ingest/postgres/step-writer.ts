import { costOfStep, noCost, type PriceSources } from "../../prices/generation-cost.ts";
import type { StoredStep } from "../stored-step.ts";
import type { StepOutcome, StepWrite } from "../../steps.ts";
import { upsertAttachments } from "../../resources/files.ts";
import { findTombstones } from "../../resources/tombstones.ts";
import { codeOf } from "../../session/postgres/database.ts";
import type { QueuedPayloads } from "../../search/postgres/fresh-payloads.ts";
import type { GenerationCosts } from "../../prices/postgres/generation-costs.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { RetryError } from "../../session/session.ts";
import type { Session } from "../../session/postgres/session.ts";
import { newThread, toFact } from "../../rollups/postgres/step-facts.ts";
import type { ProjectEstimates } from "./project-estimates.ts";
import { foldStep, surveyBatch, threadsOf, type BatchSurvey } from "./step-batch.ts";
import { DerivedUpdates } from "./derived-updates.ts";
import { stepsOfIds, type KeyedStep, type WrittenStep } from "./step-rows.ts";
import { hasSameRow, insertOrLockSteps, replaceSteps, storePayloads } from "./stored-steps.ts";
import { holdThreads, type HeldThread, type HeldThreads } from "./thread-rows.ts";
import type { TimePartitions } from "../../upkeep/postgres/time-partitions.ts";

export interface StepWriterParts {
  readonly session: Session;
  readonly project: number;
  readonly rollups: Rollups;
  readonly costs: GenerationCosts;
  readonly partitions: TimePartitions;
  readonly estimates: ProjectEstimates;
}

export interface StepsWritten {
  readonly outcomes: readonly StepOutcome[];
  readonly queued: readonly QueuedPayloads[];
  readonly hasRules: boolean;
}

/** SQLSTATE of an insertion into a partition that does not exist. */
const missingPartition = "23514";

interface StepPosition {
  readonly key: number;
  readonly period: number;
}

/**
 * Merges a batch of steps with their dependent records, in the caller's transaction. Locks the threads of the steps,
 * then the steps, each in order of ids.
 */
export class StepWriter {
  readonly #session: Session;
  readonly #project: number;
  readonly #parts: StepWriterParts;
  readonly #writes: readonly StepWrite[];
  readonly #writesOf: ReadonlyMap<string, readonly StepWrite[]>;
  #threads: ReadonlyMap<string, HeldThread> = new Map();
  #prices: PriceSources | undefined;
  readonly #outcomes = new Map<string, readonly StepOutcome[]>();

  constructor(parts: StepWriterParts, writes: readonly StepWrite[]) {
    this.#parts = parts;
    this.#session = parts.session;
    this.#project = parts.project;
    this.#writes = writes;
    this.#writesOf = Map.groupBy(writes, ({ id }) => id);
  }

  async write(): Promise<StepsWritten> {
    if (this.#writes.length === 0) return { outcomes: [], queued: [], hasRules: false };
    const [session, project] = [this.#session, this.#project];
    const updates = new DerivedUpdates(this.#parts.rollups);
    await this.#parts.partitions.ascertain(session);
    const survey = await surveyBatch(session, project, this.#writes);
    const places = [...survey.places.values()];
    const isPriced =
      this.#writes.some(({ generation }) => generation != null) || places.some((place) => place.isGeneration);
    // Every writer locks prices before threads, to avoid deadlocks.
    if (isPriced) await this.#holdPrices();
    const wanted = threadsOf(this.#writes, survey);
    const held = await holdThreads(session, project, wanted, survey.threadKeys);
    this.#threads = held.threads;

    const written = await this.#writeSteps(survey);
    const newSteps = written.filter(({ before }) => before === null).length;
    await this.#parts.estimates.check(session, project, newSteps);
    const queued = await session.keepingPlans(written.length, async () => {
      const payloads = await this.#storePayloads(written);
      await this.#queueFacts(written, held);
      return payloads;
    });
    for (const step of written) {
      if (!hasSameRow(project, step)) updates.note(step.before, step.after);
    }
    const outcomes = this.#allOutcomes();
    const stored = this.#writes.filter((_, index) => outcomes[index] === "stored");
    const scores = stored.flatMap((write) => write.scores ?? []);
    const attachments = stored.flatMap((write) => write.attachments ?? []);
    await updates.scores.upsert(session, project, scores);
    await upsertAttachments(session, project, attachments);
    await updates.store(session, project);
    return { outcomes, queued, hasRules: survey.hasRules };
  }

  async #writeSteps(survey: BatchSurvey): Promise<WrittenStep[]> {
    const fresh = await this.#fresh(survey);
    const inserted = await insertOrLockSteps(this.#session, this.#project, fresh);
    const dead = await this.#bury(inserted);
    if ([...inserted].some((id) => survey.places.has(id) && !dead.has(id))) {
      throw new RetryError("The step was deleted concurrently.");
    }
    const locked = fresh.map(({ step }) => step.id).filter((id) => !inserted.has(id));
    const created = fresh.filter(({ step: { id } }) => inserted.has(id) && !dead.has(id));
    return [...created.map((after) => ({ before: null, after })), ...(await this.#change(locked))];
  }

  /**
   * Returns the rows to insert for the steps of the batch, including steps that are stored already. Inserting a stored
   * step changes nothing, but locks the id of the step.
   */
  async #fresh(survey: BatchSurvey): Promise<KeyedStep[]> {
    const steps = [...this.#writesOf.keys()].flatMap((id, index) => {
      const step = survey.deleted.has(id) ? null : this.#fold(id, null);
      return step === null ? [] : { step, key: survey.stepKeys[index] ?? 0 };
    });
    const isNew = ({ id }: StoredStep): boolean => !survey.places.has(id);
    await this.#matchModels(steps.map(({ step }) => step).filter(isNew));
    // A stored step needs no costs here, because its insert only locks the id.
    return steps.map(({ step, key }) => {
      const period = this.#parts.partitions.periodOf(step.createdAt);
      return this.#keyed(step, { key, period }, isNew(step));
    });
  }

  /**
   * Deletes inserted steps that have a tombstone, and returns their ids. Call it after the insertion, which locks the
   * ids, so that no other transaction can add a tombstone.
   */
  async #bury(inserted: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const dead = await findTombstones(this.#session, this.#project, "step", [...inserted]);
    if (dead.size > 0) {
      await this.#session.run("DELETE FROM steps WHERE project_id = ? AND id = ANY(?)", this.#project, [...dead]);
    }
    for (const id of dead) this.#outcomes.delete(id);
    return dead;
  }

  async #change(ids: readonly string[]): Promise<WrittenStep[]> {
    if (ids.length === 0) return [];
    const known = await stepsOfIds(this.#session, this.#project, ids);
    if (known.some(({ step }) => step.threadId !== null && !this.#threads.has(step.threadId))) {
      throw new RetryError("A step moved to another thread while it was written.");
    }
    const merged = known.flatMap((before) => {
      const step = this.#fold(before.step.id, before.step);
      return step === null ? [] : { before, step };
    });
    if (merged.some(({ step }) => step.generation !== null)) await this.#holdPrices();
    await this.#matchModels(merged.map(({ step }) => step));
    const written = merged.map(({ before, step }) => ({
      before,
      after: this.#keyed(step, this.#positionOf(before, step), true),
    }));
    const changed = written.filter((step) => !hasSameRow(this.#project, step)).map(({ after }) => after);
    await replaceSteps(this.#session, this.#project, changed);
    return written;
  }

  #fold(id: string, before: StoredStep | null): StoredStep | null {
    const { step, outcomes } = foldStep(before, this.#writesOf.get(id) ?? [], (thread) => this.#threads.has(thread));
    this.#outcomes.set(id, outcomes);
    return step;
  }

  #allOutcomes(): StepOutcome[] {
    const each = new Map([...this.#outcomes].map(([id, outcomes]) => [id, outcomes.values()]));
    return this.#writes.map(({ id }) => each.get(id)?.next().value ?? "deleted");
  }

  #keyed(step: StoredStep, { key, period }: StepPosition, isPriced: boolean): KeyedStep {
    const participant = step.threadId === null ? null : (this.#threads.get(step.threadId)?.participant ?? null);
    const cost = isPriced && this.#prices !== undefined ? costOfStep(this.#prices, step) : noCost;
    return { step, context: { key, participant, period, ...cost } };
  }

  async #storePayloads(written: readonly WrittenStep[]): Promise<QueuedPayloads[]> {
    try {
      return await storePayloads(this.#session, this.#project, written);
    } catch (error) {
      if (codeOf(error) !== missingPartition) throw error;
      this.#parts.partitions.doubt();
      throw new RetryError("A partition was dropped.");
    }
  }

  /**
   * Returns the key of a changed step, and the period that selects the partition of its payload. If the creation time
   * of the step has changed, this is the period of the new time, because retention drops whole partitions by period.
   */
  #positionOf({ step, context: { key, period } }: KeyedStep, { createdAt }: StoredStep): StepPosition {
    const { partitions } = this.#parts;
    const isMoved = step.createdAt !== createdAt;
    return { key, period: isMoved ? partitions.periodOf(createdAt) : partitions.periodOfStored(period) };
  }

  async #holdPrices(): Promise<void> {
    this.#prices ??= await this.#parts.costs.hold(this.#session, this.#project);
  }

  async #matchModels(steps: readonly StoredStep[]): Promise<void> {
    await this.#prices?.project.match(steps.flatMap(({ generation }) => generation?.model ?? []));
  }

  async #queueFacts(written: readonly WrittenStep[], { created }: HeldThreads): Promise<void> {
    const { rollups } = this.#parts;
    const factOf = (keyed: KeyedStep) => toFact(keyed, this.#threads.get(keyed.step.threadId ?? "")?.userId ?? null);
    const changes = written.map(({ before, after }) => ({ before: before && factOf(before), after: factOf(after) }));
    await rollups.change(this.#session, this.#project, "threads", created.map(newThread));
    await rollups.change(this.#session, this.#project, "steps", changes);
  }
}
