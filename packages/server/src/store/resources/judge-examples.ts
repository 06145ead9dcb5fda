import { sql, type SqlBool } from "kysely";
import type { JudgeRecord } from "../evaluators.ts";
import { evaluatorVersions } from "../schema/evaluators.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const versions = new RecordTable(evaluatorVersions);

/** Deletes the examples that were copied from the given steps and threads, in all versions of judges. */
export async function deleteExamples(
  session: Session,
  project: number,
  { stepIds, threadIds }: { readonly stepIds: readonly string[]; readonly threadIds: readonly string[] },
): Promise<void> {
  const deleted = new Set([...stepIds, ...threadIds]);
  const found = await versions.all(session, project, (query) =>
    query.where("kind", "=", "LLM").where(sql<SqlBool>`definition LIKE '%"examples":[{%'`),
  );
  const changed = found.flatMap((version) => {
    const { examples = [], ...definition } = version.definition as JudgeRecord;
    const kept = examples.filter(({ stepId, threadId }) => !deleted.has(stepId ?? "") && !deleted.has(threadId ?? ""));
    if (kept.length === examples.length) return [];
    return [{ ...version, definition: { ...definition, ...(kept.length > 0 && { examples: kept }) } }];
  });
  await versions.replaceAll(session, project, changed);
}
