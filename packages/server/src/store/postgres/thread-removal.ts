import type { Session } from "./session.ts";
import type { StepConsequences } from "./step-consequences.ts";
import { deleteComments } from "../resources/comments.ts";
import { leaveFiles } from "../resources/files.ts";
import { ofIds } from "./rollup-facts.ts";
import type { KeyedThread } from "./thread-rows.ts";

/** Deletes threads without steps, which the transaction holds. Whether that is remembered is for the caller to say. */
export async function removeThreads(
  session: Session,
  project: number,
  threads: readonly KeyedThread[],
  { tags, rollups }: StepConsequences,
): Promise<void> {
  if (threads.length === 0) return;
  const ids = threads.map(({ thread }) => thread.id);
  for (const { key, thread } of threads) tags.note("thread", { key, createdAt: thread.createdAt }, thread.tags, null);
  await rollups.queue(session, project, "threads", -1, ofIds, ids);
  await leaveFiles(session, project, "thread_id", ids);
  await deleteComments(session, project, "thread", ids);
  await session.run("DELETE FROM thread_shares WHERE project_id = ? AND thread_id = ANY(?)", project, ids);
  await session.run("DELETE FROM threads WHERE project_id = ? AND id = ANY(?)", project, ids);
}
