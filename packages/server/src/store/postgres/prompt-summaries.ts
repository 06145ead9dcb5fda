import type { PromptSummary } from "../prompts.ts";
import type { Session } from "./session.ts";

const selectSummaries = `
  SELECT l.id, v.version_count, v.latest_version, v.generation_count, v.last_used_at,
    (SELECT c.version FROM prompt_versions c WHERE c.project_id = l.project_id AND c.id = l.champion_id)
      AS champion_version,
    coalesce(
      (SELECT n.created_at FROM prompt_versions n WHERE n.project_id = l.project_id AND n.lineage_id = l.id
       ORDER BY n.version DESC LIMIT 1),
      l.created_at
    ) AS changed_at
  FROM prompt_lineages l
  CROSS JOIN LATERAL (
    SELECT count(*) AS version_count, max(v.version) AS latest_version,
      coalesce(sum(u.count), 0)::bigint AS generation_count, max(u.last) AS last_used_at
    FROM prompt_versions v
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, max(g.created_at) AS last FROM steps g
      WHERE g.project_id = v.project_id AND g.prompt_id = v.id
    ) u
    WHERE v.project_id = l.project_id AND v.lineage_id = l.id
  ) v
  WHERE l.project_id = ? AND l.id = ANY(?)`;

const noSummary: PromptSummary = {
  versionCount: 0,
  latestVersion: null,
  championVersion: null,
  changedAt: 0,
  generationCount: 0,
  lastUsedAt: null,
};

/** One for each of the lineages; zeros for a lineage that is not there. */
export async function summarizePrompts(
  session: Session,
  project: number,
  lineageIds: readonly string[],
): Promise<PromptSummary[]> {
  const rows = await session.all<PromptSummary & { readonly id: string }>(selectSummaries, project, lineageIds);
  const summaries = new Map(rows.map(({ id, ...summary }) => [id, summary]));
  return lineageIds.map((id) => summaries.get(id) ?? noSummary);
}
