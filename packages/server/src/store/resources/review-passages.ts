import { fillJob, type ReviewItemRecord, type ReviewQueueRecord, type ReviewRecord } from "../review-queues.ts";
import { reviewItems, reviewQueues, reviews } from "../schema/review-queues.ts";
import { ofTable, type Passage } from "./passage.ts";
import { repeatJob } from "./repeat-job.ts";
import { insertMissingItems, insertMissingReviews } from "./review-rows.ts";

/**
 * Exports and imports review queues with their items and reviews. Imported queues with a source are filled in the
 * background.
 */
export function reviewPassages(): readonly Passage[] {
  const queue = ofTable("reviewQueue", reviewQueues);
  return [
    {
      ...queue,
      async write(session, project, exported) {
        await queue.write(session, project, exported);
        const filled = (exported as unknown as ReviewQueueRecord[]).find(({ source }) => source !== "MANUAL");
        if (filled) await repeatJob(session, project, { id: fillJob, kind: fillJob }, filled.updatedAt);
      },
    },
    {
      ...ofTable("reviewItem", reviewItems),
      write: (session, project, exported) =>
        insertMissingItems(session, project, exported as unknown as ReviewItemRecord[]),
    },
    {
      ...ofTable("review", reviews),
      write: (session, project, exported) =>
        insertMissingReviews(session, project, exported as unknown as ReviewRecord[]),
    },
  ];
}
