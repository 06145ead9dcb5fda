import type { Session } from "../../session/postgres/session.ts";

const firstCheck = 500;
const tolerance = 10;

const explain = "EXPLAIN (FORMAT JSON) SELECT 1 FROM steps WHERE project_id = @project";
/**
 * Updates the planner's statistics. Skips tables that another command, such as a vacuum, has locked. Their statistics
 * are updated at the next check.
 */
const analyze = `ANALYZE (SKIP_LOCKED) ${["steps", "step_usages", "threads", "record_tags", "scores"]
  .map((table) => `${table} (project_id)`)
  .join(", ")}`;

/**
 * Updates PostgreSQL's table statistics while a project grows. If the statistics do not contain a project, the planner
 * expects that the project has no rows. It may then choose a plan that reads all steps of the project to find one.
 */
export class ProjectEstimates {
  readonly #projects = new Map<number, { readonly added: number; readonly checkAt: number }>();

  /**
   * Updates the statistics if the planner expects far fewer steps of the project than were added. Call it in the
   * transaction that adds the steps, so that the later statements of this transaction are planned with the new
   * statistics.
   */
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

function scannedRows(plan: unknown): number {
  if (typeof plan !== "object" || plan === null) return 0;
  if ("Relation Name" in plan && "Plan Rows" in plan) return Number(plan["Plan Rows"]);
  return Math.max(0, ...Object.values(plan).map(scannedRows));
}
