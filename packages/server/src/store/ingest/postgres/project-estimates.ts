import type { Session } from "../../session/postgres/session.ts";

/** Number of new steps of a project after which the planner's estimate is checked for the first time. */
const firstCheck = 500;
/** Factor by which an estimate may be too low. */
const tolerance = 10;

const explain = "EXPLAIN (FORMAT JSON) SELECT 1 FROM steps WHERE project_id = @project";
/** Skips tables that another command has locked, such as a vacuum. The next check includes them again. */
const analyze = `ANALYZE (SKIP_LOCKED) ${["steps", "step_usages", "threads", "record_tags", "scores"]
  .map((table) => `${table} (project_id)`)
  .join(", ")}`;

/**
 * Renews the statistics of PostgreSQL when they do not contain a growing project. Otherwise, PostgreSQL would expect no
 * rows of the project. All indexes would seem equally good, and it might read all steps of the project to find one.
 */
export class ProjectEstimates {
  /** Number of steps that this store has added to a project, and the number at which the next check is due. */
  readonly #projects = new Map<number, { readonly added: number; readonly checkAt: number }>();

  /** Called in the transaction that has added the steps, because its next statements already need the estimate. */
  async check(session: Session, project: number, newSteps: number): Promise<void> {
    if (newSteps === 0) return;
    const known = this.#projects.get(project) ?? { added: 0, checkAt: firstCheck };
    const added = known.added + newSteps;
    const isDue = added >= known.checkAt;
    this.#projects.set(project, { added, checkAt: isDue ? 2 * added : known.checkAt });
    if (!isDue) return;
    const plan = await session.get<object>(explain);
    if (scannedRows(plan) * tolerance < added) await session.execute(analyze);
  }
}

/** Returns the estimated rows of the scan in a plan. On Citus, the scan is nested in the plan of the coordinator. */
function scannedRows(plan: unknown): number {
  if (typeof plan !== "object" || plan === null) return 0;
  if ("Relation Name" in plan && "Plan Rows" in plan) return Number(plan["Plan Rows"]);
  return Math.max(0, ...Object.values(plan).map(scannedRows));
}
