import { alertJobs } from "../alerts.ts";
import {
  type DeliveryAttempt,
  deliveryAttempts,
  deliveryDays,
  type DeliveryRecord,
  type NewDelivery,
} from "../channels.ts";
import type { JobRecord } from "../jobs.ts";
import { channels as channelTable, deliveries as table } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const msPerDay = 86_400_000;

const channels = new RecordTable(channelTable);
const deliveries = new RecordTable(table);
const jobs = new RecordTable(jobTable);

/** Stores deliveries and their jobs. Skips deliveries that are already stored, and deliveries of deleted channels. */
export async function addDeliveries(session: Session, project: number, given: readonly NewDelivery[]): Promise<void> {
  if (given.length === 0) return;
  // The lock keeps a channel from being deleted while its deliveries are added. Otherwise, the deliveries would remain.
  const ids = [...new Set(given.map(({ channelId }) => channelId))];
  const found = new Set((await channels.lockBy(session, project, "id", ids)).map(({ record }) => record.id));
  const added = given.filter(({ channelId }) => found.has(channelId));
  await deliveries.insertMissing(
    session,
    project,
    added.map(({ dueAt: _dueAt, ...delivery }): DeliveryRecord => ({
      ...delivery,
      state: "PENDING",
      attempts: 0,
      attemptedAt: null,
      isSending: false,
      status: null,
      response: null,
      failure: null,
    })),
  );
  await jobs.insertMissing(
    session,
    project,
    added.map(({ id, createdAt, dueAt }) => deliveryJob(id, { createdAt, dueAt })),
  );
}

export function deliveryJob(
  id: string,
  { createdAt, dueAt }: { readonly createdAt: number; readonly dueAt: number },
): JobRecord {
  const kind = alertJobs.delivery;
  const started = { attempts: 0, stops: 0, token: null, endedAt: null, failure: null } as const;
  return {
    id,
    createdAt,
    kind,
    groupId: null,
    payload: {},
    state: "queued",
    dueAt,
    maxAttempts: deliveryAttempts,
    ...started,
  };
}

/**
 * Stores the outcome of an attempt, and deletes old deliveries of the channel. `isRetried`: another attempt follows.
 * `isUnknown`: the attempt failed, but may have sent the message. The delivery then keeps its `isSending`, which
 * prevents a second email.
 */
export async function endAttempt(
  session: Session,
  project: number,
  { deliveryId, at, isDelivered, status, response, failure }: DeliveryAttempt,
  { isRetried, isUnknown }: { readonly isRetried: boolean; readonly isUnknown: boolean },
): Promise<void> {
  const delivery = await deliveries.lock(session, project, deliveryId);
  if (delivery === null) return;
  const failed = isRetried ? "PENDING" : "FAILED";
  await deliveries.replace(session, project, {
    ...delivery,
    state: isDelivered ? "DELIVERED" : failed,
    attempts: delivery.attempts + 1,
    attemptedAt: at,
    isSending: delivery.isSending && isUnknown,
    status,
    response,
    failure,
  });
  await session.run(
    session.db
      .deleteFrom("deliveries")
      .where("project_id", "=", project)
      .where("channel_id", "=", delivery.channelId)
      .where("created_at", "<", at - deliveryDays * msPerDay)
      .where("state", "<>", "PENDING"),
  );
}
