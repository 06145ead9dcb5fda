import { BackgroundWork } from "../../background-work.ts";
import type { Repricing as RepricingPort } from "../../resources/prices.ts";
import type { Session } from "../../session/session.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { GenerationCosts } from "./generation-costs.ts";
import type { RecordTags } from "../../ingest/sqlite/record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import { selectSteps, type StepRow } from "../../ingest/sqlite/step-rows.ts";
import { toStoredStep } from "../../ingest/stored-step.ts";
import { StepUsages } from "../../ingest/sqlite/step-usages.ts";
import { shareOf } from "../../ingest/thread-changes.ts";
import { usagePartOf } from "../../ingest/usage-tree.ts";
import { ThreadTotals } from "../../ingest/sqlite/thread-totals.ts";

/** Maximum duration of a slice, in milliseconds. */
const sliceTime = 5;
/** Pause after a slice, in milliseconds. */
const restTime = 20;
const retryTime = 1_000;
const rowsAtOnce = 50;
/** Number of generations whose models are matched before a slice. */
const matchedAtOnce = 500;

const selectModels = `
  SELECT DISTINCT model FROM (
    SELECT model FROM generations WHERE step > ? AND project_id = ? ORDER BY step LIMIT ?
  ) WHERE model IS NOT NULL`;

export interface RepricingParts {
  readonly database: Database;
  readonly costs: GenerationCosts;
  readonly rollups: Rollups;
  readonly tags: RecordTags;
}

/**
 * Updates the costs of stored generations to the current prices of their project, in the background and in the order of
 * their keys. The progress is stored in the database, so that the work continues after a restart.
 */
export class Repricing implements RepricingPort {
  readonly #parts: RepricingParts;
  readonly #background: BackgroundWork;

  /** `follows`: whether this process updates costs. It is true in only one process for each database file. */
  constructor(parts: RepricingParts, { follows }: { readonly follows: boolean }) {
    this.#parts = parts;
    this.#background = new BackgroundWork({ name: "repricing", work: () => this.#run(), retryTime, follows });
    this.#background.wake(restTime);
    parts.costs.onUnmatched = (project) => this.#restart(project);
  }

  /** Restarts the repricing of a project whose prices have changed. Call it in a transaction. */
  async start(_session: Session, project: number): Promise<void> {
    this.#parts.costs.forget(project);
    this.#restart(project);
  }

  close(): Promise<void> {
    return this.#background.close();
  }

  async finish(): Promise<void> {
    await this.#parts.costs.load();
    do await this.#match();
    while (this.#work());
  }

  async #run(): Promise<number | null> {
    if (this.#next() === undefined) return null;
    await this.#parts.costs.load();
    await this.#match();
    return !this.#background.isClosed && this.#work() ? restTime : null;
  }

  #restart(project: number): void {
    this.#parts.database.run("INSERT OR REPLACE INTO repricings (project_id, after) VALUES (?, 0)", project);
    this.#background.wake(restTime);
  }

  async #match(): Promise<void> {
    const { database, costs } = this.#parts;
    const next = this.#next();
    if (next === undefined) return;
    const models = database.all<{ model: string }>(selectModels, next.after, next.project, matchedAtOnce);
    await costs.match(
      next.project,
      models.map(({ model }) => model),
    );
  }

  #next(): { readonly project: number; readonly after: number } | undefined {
    return this.#parts.database.get("SELECT project_id AS project, after FROM repricings LIMIT 1");
  }

  #work(): boolean {
    const { database } = this.#parts;
    const startedAt = performance.now();
    return database.writeUnsynced(() => {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        const last = this.#reprice(next.project, next.after);
        // No step was processed, because the next model is not matched yet. The model is matched before the next slice.
        if (last === next.after) return true;
        if (last === undefined) database.run("DELETE FROM repricings WHERE project_id = ?", next.project);
        else database.run("UPDATE repricings SET after = ? WHERE project_id = ?", last, next.project);
        if (performance.now() - startedAt > sliceTime) return true;
      }
      return false;
    });
  }

  /**
   * Updates the costs of the next steps. Returns the key of the last processed step; undefined if no steps are left.
   * Stops at a step whose model name was not yet compared with the patterns of the prices. If this is the first step,
   * returns `after`, so that the next call starts with this step again.
   */
  #reprice(project: number, after: number): number | undefined {
    const { database, costs, rollups } = this.#parts;
    const [totals, usages] = [new ThreadTotals(project, this.#parts), new StepUsages(database, project)];
    const where = "s.key IN (SELECT step FROM generations WHERE step > ? AND project_id = ? ORDER BY step LIMIT ?)";
    const rows = database.all<StepRow>(`${selectSteps} WHERE ${where} ORDER BY s.key`, after, project, rowsAtOnce);
    let last: number | undefined;
    for (const row of rows) {
      const step = toStoredStep(row);
      const model = step.generation?.model ?? null;
      if (model !== null && !costs.knows(project, model)) {
        last ??= after;
        break;
      }
      last = row.key;
      const { cost, costDetails } = costs.of(project, step);
      if (cost === row["cost"] && costDetails === row["costDetails"]) continue;
      rollups.note("steps", "r.key = ?", row.key);
      database.run("UPDATE generations SET cost = ?, cost_details = ? WHERE step = ?", cost, costDetails, row.key);
      // The column is a number or null, because only this function and the step writer set it.
      const before = row["cost"] as number | null;
      if (row.thread !== null) totals.note(row.thread, shareOf(step, before), shareOf(step, cost));
      usages.note(step.id, usagePartOf(step, before), usagePartOf(step, cost));
    }
    totals.apply();
    usages.apply();
    return last;
  }
}
