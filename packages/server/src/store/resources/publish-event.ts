import type { JsonObject } from "../../json/json-value.ts";
import type { NewDelivery, ProjectEventKind } from "../channels.ts";
import { deriveId } from "../derive-id.ts";
import { channels as channelTable, deliveries as deliveryTable } from "../schema/alerts.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { addDeliveries } from "./deliveries.ts";

/** Time within which changes of a dataset are sent together, in milliseconds. */
const togetherMs = 60_000;

const channels = new RecordTable(channelTable);
const deliveries = new RecordTable(deliveryTable);

export interface ProjectEvent {
  readonly kind: ProjectEventKind;
  /** Record that the event is about. */
  readonly subjectId: string;
  /** Time of the event, in epoch milliseconds. */
  readonly at: number;
  /** Content without personal data. */
  readonly data: JsonObject;
}

/**
 * Queues the notifications of an event in the transaction that causes it. A record has one event of a kind at a time;
 * changes of a dataset within a minute are one event, with the content of the last one.
 */
export async function publishEvent(
  session: Session,
  project: number,
  { kind, subjectId, at, data }: ProjectEvent,
): Promise<void> {
  const subscribed = (await channels.all(session, project)).filter(({ events }) => events.includes(kind));
  if (subscribed.length === 0) return;
  const isTogether = kind === "DATASET_CHANGED";
  const time = isTogether ? Math.floor(at / togetherMs) : at;
  const added = subscribed.map(({ id: channelId }): NewDelivery => ({
    id: deriveId(["event", kind, subjectId, time, channelId]),
    createdAt: at,
    channelId,
    event: kind,
    data,
    dueAt: isTogether ? (time + 1) * togetherMs : at,
  }));
  await addDeliveries(session, project, added);
  if (!isTogether) return;
  const ids = added.map(({ id }) => id);
  const waiting = (await deliveries.lockBy(session, project, "id", ids))
    .map(({ record }) => record)
    .filter(({ state, attempts }) => state === "PENDING" && attempts === 0);
  await deliveries.replaceAll(
    session,
    project,
    waiting.map((delivery) => ({ ...delivery, data })),
  );
}
