import type { ChannelStore } from "../channels.ts";
import { ConflictError, limitReached, nameTaken } from "../errors.ts";
import { channels as table, deliveries as deliveryTable } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Sessions, withoutConflict } from "../session/session.ts";
import { requireClaim } from "./claims.ts";
import { deliveryJob } from "./deliveries.ts";

const channels = new RecordTable(table);
const deliveries = new RecordTable(deliveryTable);
const jobs = new RecordTable(jobTable);

export function createChannelStore(sessions: Sessions): ChannelStore {
  const withUniqueName = <Result>(name: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, () => nameTaken("A channel", name), write);
  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) => channels.all(session, project, (query) => query.orderBy("name"))),

    get: (projectId, id) => sessions.read(projectId, (session, project) => channels.get(session, project, id)),

    create: (projectId, channel, limit, claim) =>
      withUniqueName(channel.name, () =>
        sessions.write(projectId, async (session, project) => {
          await requireClaim(session, project, claim);
          await session.holdLock("channels", project);
          const count = await channels.count(session, project);
          if (count >= limit) throw limitReached("channels", { count, limit });
          await channels.insert(session, project, channel);
          return channel;
        }),
      ),

    replace: (projectId, channel, updatedAt, claim) =>
      withUniqueName(channel.name, () =>
        sessions.write(projectId, async (session, project) => {
          await requireClaim(session, project, claim);
          const before = await channels.lock(session, project, channel.id);
          if (before === null) return null;
          if (before.updatedAt !== updatedAt)
            throw new ConflictError("The channel was changed concurrently. Reload it and try again.");
          await channels.replace(session, project, channel);
          return channel;
        }),
      ),

    delete: (projectId, id, now, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        const channel = await channels.delete(session, project, id);
        if (channel === null) return null;
        const deleted = await session.all(
          session.db
            .deleteFrom("deliveries")
            .where("project_id", "=", project)
            .where("channel_id", "=", id)
            .returning("id"),
        );
        await session.run(
          session.db
            .updateTable("jobs")
            .set({ state: "superseded", due_at: null, token: null, ended_at: now })
            .where("project_id", "=", project)
            .where(
              session.dialect.isIn(
                "id",
                deleted.map((delivery) => delivery.id),
              ),
            )
            .where("ended_at", "is", null),
        );
        return channel;
      }),

    getDelivery: (projectId, id) =>
      sessions.read(projectId, (session, project) => deliveries.get(session, project, id)),

    deliveries: (projectId, channelId, { state, first, skip }) =>
      sessions.read(projectId, (session, project) =>
        deliveries.all(session, project, (query) => {
          const ofChannel = query.where("channel_id", "=", channelId);
          const found = state === null ? ofChannel : ofChannel.where("state", "=", state);
          return found.orderBy("created_at", "desc").orderBy("id").limit(first).offset(skip);
        }),
      ),

    startSending: (projectId, id) =>
      sessions.write(projectId, async (session, project) => {
        const delivery = await deliveries.lock(session, project, id);
        if (delivery === null || delivery.isSending) return false;
        await deliveries.replace(session, project, { ...delivery, isSending: true });
        return true;
      }),

    resend: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        const job = await jobs.lock(session, project, id);
        const delivery = await deliveries.lock(session, project, id);
        if (delivery === null || delivery.state === "PENDING") return null;
        const queued = deliveryJob(id, { createdAt: delivery.createdAt, dueAt: now });
        if (job === null) await jobs.insertMissing(session, project, [queued]);
        else await jobs.replace(session, project, queued);
        const after = { ...delivery, state: "PENDING", isSending: false } as const;
        await deliveries.replace(session, project, after);
        return after;
      }),
  };
}
