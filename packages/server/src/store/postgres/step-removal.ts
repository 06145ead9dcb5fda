import { addTombstones } from "../resources/tombstones.ts";
import { deleteComments } from "../resources/comments.ts";
import { deleteAttachments } from "../resources/files.ts";
import { ofIds } from "./rollup-facts.ts";
import { queueSteps } from "./search-queue.ts";
import type { Session } from "./session.ts";
import type { StepConsequences } from "./step-consequences.ts";
import type { KeyedStep } from "./step-rows.ts";

/**
 * Deletes steps locked by the transaction with their scores, attachments and comments, and leaves tombstones. `isDropped`
 * returns whether the partition of a period is dropped as a whole.
 */
export async function removeSteps(
  session: Session,
  project: number,
  steps: readonly KeyedStep[],
  deletedAt: number,
  consequences: StepConsequences,
  { isDropped = () => false }: { readonly isDropped?: (period: number) => boolean } = {},
): Promise<void> {
  if (steps.length === 0) return;
  const ids = steps.map(({ step }) => step.id);
  await consequences.scores.deleteOfSteps(session, project, ids, deletedAt);
  await deleteAttachments(session, project, "step_id", ids, deletedAt);
  await deleteComments(session, project, "step", ids);
  await consequences.rollups.queue(session, project, "steps", -1, ofIds, ids);
  for (const step of steps) consequences.note(step, null);
  const byPeriod = Map.groupBy(steps, ({ context }) => context.period);
  for (const [period, those] of byPeriod) {
    if (isDropped(period)) continue;
    const keys = those.map(({ context }) => context.key);
    const sql = "DELETE FROM step_payloads WHERE project_id = ? AND period = ? AND step = ANY(?)";
    // oxlint-disable-next-line no-await-in-loop -- one statement for each partition
    await session.run(sql, project, period, keys);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await queueSteps(session, project, keys, { isLost: true });
  }
  await session.run("DELETE FROM steps WHERE project_id = ? AND id = ANY(?)", project, ids);
  await addTombstones(session, project, "step", ids, deletedAt);
}
