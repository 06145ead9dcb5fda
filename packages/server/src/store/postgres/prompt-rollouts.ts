import type { PromptRollout } from "../prompts.ts";
import type { Session } from "./session.ts";

export function readRollouts(session: Session, project: number, lineageId: string): Promise<PromptRollout[]> {
  const sql = "SELECT version, rollout FROM prompt_rollouts WHERE project_id = ? AND lineage_id = ? ORDER BY version";
  return session.all<PromptRollout>(sql, project, lineageId);
}

/** Replaces the whole rollout of the lineage, which the caller has locked; of two shares of a version the last holds. */
export async function setRollouts(
  session: Session,
  project: number,
  lineageId: string,
  rollouts: readonly PromptRollout[],
): Promise<void> {
  const shares = new Map(rollouts.map(({ version, rollout }) => [version, rollout]));
  await session.run("DELETE FROM prompt_rollouts WHERE project_id = ? AND lineage_id = ?", project, lineageId);
  await session.run(
    `INSERT INTO prompt_rollouts (project_id, lineage_id, version, rollout)
     SELECT $1::bigint, $2::text, version, rollout FROM unnest($3::int[], $4::float8[]) AS s (version, rollout)`,
    project,
    lineageId,
    [...shares.keys()],
    [...shares.values()],
  );
}
