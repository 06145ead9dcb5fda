import { ChangeQueue } from "../live/change-queue.ts";
import type { RecordChanges } from "../live/change-feed.ts";
import { requireField } from "../access/actor.ts";
import type { RequestContext } from "./context.ts";
import { checkProject } from "./root-fields.ts";
import type { SubscriptionRecordChangesArgs } from "@threadline/schema/server";

const maxWaitingChanges = 1_000;

export const liveSubscriptions = {
  recordChanges: {
    subscribe(
      _parent: unknown,
      args: Partial<SubscriptionRecordChangesArgs>,
      context: RequestContext,
    ): AsyncIterable<{ readonly recordChanges: RecordChanges }> {
      requireField(context.actor, "Subscription.recordChanges", args);
      checkProject(args.projectId, context);
      const { live, project, actor } = context;
      if (!live) throw new Error("The response is not a stream");
      const queue = new ChangeQueue({
        kinds: args.kinds ?? undefined,
        // A share link is limited to its thread, regardless of the arguments.
        threadId: actor.share?.threadId ?? args.threadId ?? undefined,
        rootRunId: args.rootRunId ?? undefined,
        maxChanges: maxWaitingChanges,
        signal: live.signal,
      });
      const unsubscribe = live.feed.subscribe(project.id, (changes) => queue.push(changes));
      live.signal.addEventListener("abort", unsubscribe, { once: true });
      return underName(queue);
    },
  },
};

async function* underName(queue: ChangeQueue): AsyncGenerator<{ readonly recordChanges: RecordChanges }> {
  for await (const recordChanges of queue) yield { recordChanges };
}
