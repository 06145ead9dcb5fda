import type { JsonObject } from "../../json/json-value.ts";
import type { NewDelivery, ProjectEventKind } from "../channels.ts";
import { deriveId } from "../derive-id.ts";
import { channels as channelTable, deliveries as deliveryTable } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { addDeliveries } from "./deliveries.ts";

/** Length of an interval in milliseconds. All changes of a dataset in one interval are sent as one notification. */
const togetherMs = 60_000;

const channels = new RecordTable(channelTable);
const deliveries = new RecordTable(deliveryTable);
const jobs = new RecordTable(jobTable);

export interface ProjectEvent {
  readonly kind: ProjectEventKind;
  readonly subjectId: string;
  /** Time of the event, in epoch milliseconds. */
  readonly at: number;
  /** Content without personal data. */
  readonly data: JsonObject;
}

/**
 * Queues notifications of an event. Call it in the transaction that causes the event. The changes of a dataset within a
 * minute result in one notification with the data of the last change.
 */
export async function publishEvent(session: Session, project: number, event: ProjectEvent): Promise<void> {
  const { kind, at } = event;
  const subscribed = (await channels.all(session, project)).filter(({ events }) => events.includes(kind));
  let ids = subscribed.map(({ id }) => id);
  if (kind !== "DATASET_CHANGED") {
    await addDeliveries(
      session,
      project,
      ids.map((id) => deliveryOf(event, id, { time: at, dueAt: at })),
    );
    return;
  }
  for (let minute = Math.floor(at / togetherMs); ids.length > 0; minute += 1) {
    const added = ids.map((id) => deliveryOf(event, id, { time: minute, dueAt: (minute + 1) * togetherMs }));
    // oxlint-disable-next-line no-await-in-loop -- the next minute is for channels whose delivery was already attempted
    ids = await addToMinute(session, project, event, added);
  }
}

function deliveryOf(
  { kind: event, subjectId, at: createdAt, data }: ProjectEvent,
  channelId: string,
  { time, dueAt }: { readonly time: number; readonly dueAt: number },
): NewDelivery {
  return { id: deriveId(["event", event, subjectId, time, channelId]), createdAt, channelId, event, data, dueAt };
}

/**
 * Stores one notification for each channel and minute. If it is stored already, replaces its data, unless an attempt to
 * send it has started. Resolves to the channels for which an attempt has started. They need another notification for
 * this event.
 */
async function addToMinute(
  session: Session,
  project: number,
  { data }: ProjectEvent,
  added: readonly NewDelivery[],
): Promise<string[]> {
  await addDeliveries(session, project, added);
  const ids = added.map(({ id }) => id);
  // Jobs are locked before their deliveries, in the same order as when an attempt ends.
  const queued = (await jobs.lockBy(session, project, "id", ids)).filter(({ record }) => record.state === "queued");
  const queuedIds = new Set(queued.map(({ record }) => record.id));
  const found = (await deliveries.lockBy(session, project, "id", ids)).map(({ record }) => record);
  const waiting = found.filter(({ id, state, attempts }) => state === "PENDING" && attempts === 0 && queuedIds.has(id));
  await deliveries.replaceAll(
    session,
    project,
    waiting.map((delivery) => ({ ...delivery, data })),
  );
  return found.filter((delivery) => !waiting.includes(delivery)).map(({ channelId }) => channelId);
}
