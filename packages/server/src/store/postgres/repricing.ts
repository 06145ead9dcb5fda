import { costOfGeneration } from "../generation-cost.ts";
import type { JsonValue } from "../json.ts";
import { fromJsonText } from "../json-texts.ts";
import type { Repricing as RepricingPort } from "../resources/prices.ts";
import type { Session as StoreSession } from "../session/session.ts";
import type { Database } from "./database.ts";
import type { GenerationCosts } from "./generation-costs.ts";
import { ProjectWork } from "./project-work.ts";
import type { Rollups } from "./rollups.ts";
import { ownSession, type Session } from "./session.ts";
import { StepConsequences } from "./step-consequences.ts";

const rowsAtOnce = 500;

export interface RepricingParts {
  readonly database: Database;
  readonly costs: GenerationCosts;
  readonly rollups: Rollups;
  readonly onError: (error: Error) => void;
}

interface Row {
  readonly key: number;
  readonly id: string;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly tokenCount: number | null;
  readonly time: number;
  readonly provider: string | null;
  readonly model: string | null;
  readonly givenInputTokenCount: number | null;
  readonly givenOutputTokenCount: number | null;
  readonly inputTokenEstimate: number | null;
  readonly outputTokenEstimate: number | null;
  readonly cost: number | null;
  readonly costDetails: string | null;
  readonly generation: string | null;
}

interface Repriced {
  readonly id: string;
  readonly cost: number | null;
  readonly costDetails: string | null;
}

const selectRows = `
  SELECT s.key, s.id, s.thread_id, s.parent_id, s.created_at, s.start_time, s.end_time, s.token_count, coalesce(s.start_time, s.created_at) AS time, s.provider, s.model, s.given_input_token_count,
    s.given_output_token_count, s.input_token_estimate, s.output_token_estimate, s.cost, s.cost_details, p.generation
  FROM (
    SELECT * FROM steps WHERE project_id = $1 AND key > $2 AND generation_type IS NOT NULL ORDER BY key LIMIT $3
  ) s LEFT JOIN step_payloads p ON p.project_id = $1 AND p.step = s.key AND p.period = s.period ORDER BY s.key`;

/**
 * Updates the costs of stored generations to the current prices of their project, in the background, in the order of their
 * keys. The progress is stored in the database; one replica at a time works on a project.
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

  /** Restarts a project whose prices change. Call it in the transaction of the change, before it. */
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

  /** Resolves to whether there may be more. */
  async #reprice(session: Session, project: number): Promise<boolean> {
    const { costs, rollups } = this.#parts;
    const prices = await costs.hold(session, project);
    const sql = "SELECT after FROM repricings WHERE project_id = ?";
    const after = (await session.get<{ after: number | null }>(sql, project))?.after ?? null;
    if (after === null) return false;
    // Threads before their steps, as every writer does: their users are part of what is summed.
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
    const rows = locked.length === 0 ? [] : await session.all<Row>(selectRows, project, after, rowsAtOnce);
    await prices.project.match(rows.flatMap(({ model }) => model ?? []));
    const consequences = new StepConsequences(rollups);
    const changed = rows.flatMap((row): Repriced[] => {
      const { cost, costDetails } = costOfGeneration(prices, toGeneration(row), row.time);
      if (cost === row.cost && costDetails === row.costDetails) return [];
      consequences.noteCost(row, row.cost, cost);
      return [{ id: row.id, cost, costDetails }];
    });
    const ids = changed.map(({ id }) => id);
    await rollups.queue(session, project, "steps", -1, "r.id = ANY(?)", ids);
    await setCosts(session, project, changed);
    await rollups.queue(session, project, "steps", 1, "r.id = ANY(?)", ids);
    const next = rows.at(-1)?.key ?? null;
    await session.run("UPDATE repricings SET after = ? WHERE project_id = ?", next, project);
    await consequences.store(session, project);
    return next !== null;
  }
}

async function setCosts(session: Session, project: number, changed: readonly Repriced[]): Promise<void> {
  await session.run(
    `UPDATE steps s SET cost = c.cost, cost_details = c.cost_details
     FROM unnest(?::text[], ?::float8[], ?::text[]) AS c (id, cost, cost_details) WHERE s.project_id = ? AND s.id = c.id`,
    changed.map(({ id }) => id),
    changed.map(({ cost }) => cost),
    changed.map(({ costDetails }) => costDetails),
    project,
  );
}

function toGeneration(row: Row): Parameters<typeof costOfGeneration>[1] {
  // The column holds what a step's generation was stored with.
  const payload = fromJsonText<{ readonly metadata?: JsonValue } | null>(row.generation);
  return {
    provider: row.provider,
    model: row.model,
    metadata: payload?.metadata ?? null,
    inputTokenCount: row.givenInputTokenCount,
    outputTokenCount: row.givenOutputTokenCount,
    inputTokenEstimate: row.inputTokenEstimate,
    outputTokenEstimate: row.outputTokenEstimate,
  };
}
