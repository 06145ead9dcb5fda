import { wholePayloadOfRow } from "../../session/postgres/rows-by.ts";
import { contentColumns } from "../../session/postgres/payload-content.ts";
import { costOfStep } from "../generation-cost.ts";
import type { Repricing as RepricingPort } from "../../resources/prices.ts";
import type { Session as StoreSession } from "../../session/session.ts";
import type { Database } from "../../session/postgres/database.ts";
import type { GenerationCosts } from "./generation-costs.ts";
import { ProjectWork } from "../../upkeep/postgres/project-work.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { ownSession, type Session } from "../../session/postgres/session.ts";
import { type KeyedStep, type StepRow, toKeyedStep } from "../../ingest/postgres/step-rows.ts";
import { DerivedUpdates } from "../../ingest/postgres/derived-updates.ts";

const rowsAtOnce = 500;

export interface RepricingParts {
  readonly database: Database;
  readonly costs: GenerationCosts;
  readonly rollups: Rollups;
  readonly onError: (error: Error) => void;
}

/** Selects the next steps with generations. Reads no payloads except the generation's. */
const selectSteps = `
  SELECT s.*, NULL AS metadata, NULL AS input, NULL AS output, ${contentColumns.generation} AS generation FROM (
    SELECT * FROM steps WHERE project_id = $1 AND key > $2 AND generation_type IS NOT NULL ORDER BY key LIMIT $3
  ) s LEFT JOIN LATERAL ${wholePayloadOfRow("s")} p ON TRUE ORDER BY s.key`;

/**
 * Updates the costs of stored generations to the current prices of their project, in the background and in the order of
 * their keys. The progress is stored in the database. Only one replica at a time works on a project.
 */
export class Repricing extends ProjectWork implements RepricingPort {
  readonly #parts: RepricingParts;

  constructor(parts: RepricingParts) {
    const { database, onError } = parts;
    super({
      database,
      lock: "repricing",
      waiting: "SELECT project_id AS key FROM repricings WHERE after IS NOT NULL ORDER BY project_id",
      transact: (project, job) => database.write(project, job),
      work: (session, project) => this.#reprice(session, project),
      onError,
    });
    this.#parts = parts;
  }

  /**
   * Starts to update the costs of all generations of a project. Call it in the transaction that changes the prices,
   * before the change. `start` acquires the price lock, and thus waits for all transactions that store costs with the
   * previous prices.
   */
  async start(any: StoreSession, project: number): Promise<void> {
    const session = ownSession(any);
    await session.holdLock("prices", project);
    await session.run(
      `INSERT INTO repricings (project_id, version, after) VALUES (?, 1, 0)
       ON CONFLICT (project_id) DO UPDATE SET version = repricings.version + 1, after = 0`,
      project,
    );
    this.hastenAfter(session);
  }

  /** Updates the costs of a slice of generations. Resolves to true if there may be more to update. */
  async #reprice(session: Session, project: number): Promise<boolean> {
    const { costs, rollups } = this.#parts;
    const prices = await costs.hold(session, project);
    const sql = "SELECT after FROM repricings WHERE project_id = ?";
    const after = (await session.get<{ after: number | null }>(sql, project))?.after ?? null;
    if (after === null) return false;
    // Locks threads before their steps, like every writer. The user of a locked thread cannot change. This is
    // necessary, because rollups count the steps of each user.
    await session.run(
      `SELECT 1 FROM threads WHERE project_id = $1 AND id IN (
         SELECT thread_id FROM (
           SELECT thread_id FROM steps WHERE project_id = $1 AND key > $2 AND generation_type IS NOT NULL ORDER BY key LIMIT $3
         ) s
       ) ORDER BY id FOR NO KEY UPDATE`,
      project,
      after,
      rowsAtOnce,
    );
    const locked = await session.all<{ id: string }>(
      `SELECT id FROM steps WHERE project_id = $1 AND id IN (
         SELECT id FROM steps WHERE project_id = $1 AND key > $2 AND generation_type IS NOT NULL ORDER BY key LIMIT $3
       ) ORDER BY id FOR UPDATE`,
      project,
      after,
      rowsAtOnce,
    );
    const rows = locked.length === 0 ? [] : await session.all<StepRow>(selectSteps, project, after, rowsAtOnce);
    const steps = rows.map(toKeyedStep);
    await prices.project.match(steps.flatMap(({ step }) => step.generation?.model ?? []));
    const updates = new DerivedUpdates(rollups);
    const changed = steps.flatMap((before): KeyedStep[] => {
      const { step, context } = before;
      const price = costOfStep(prices, step);
      if (price.cost === context.cost && price.costDetails === context.costDetails) return [];
      const repriced = { step, context: { ...context, ...price } };
      updates.note(before, repriced);
      return [repriced];
    });
    const ids = changed.map(({ step }) => step.id);
    await rollups.queue(session, project, "steps", -1, "r.id = ANY(?)", ids);
    await setCosts(session, project, changed);
    await rollups.queue(session, project, "steps", 1, "r.id = ANY(?)", ids);
    const next = steps.at(-1)?.context.key ?? null;
    await session.run("UPDATE repricings SET after = ? WHERE project_id = ?", next, project);
    await updates.store(session, project);
    return next !== null;
  }
}

async function setCosts(session: Session, project: number, changed: readonly KeyedStep[]): Promise<void> {
  await session.run(
    `UPDATE steps s SET cost = c.cost, cost_details = c.cost_details
     FROM unnest(?::text[], ?::float8[], ?::text[]) AS c (id, cost, cost_details) WHERE s.project_id = ? AND s.id = c.id`,
    changed.map(({ step }) => step.id),
    changed.map(({ context }) => context.cost),
    changed.map(({ context }) => context.costDetails),
    project,
  );
}
