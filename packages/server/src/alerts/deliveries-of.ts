import { deriveId } from "../records/ids.ts";
import type { AlertChange, AlertRecord } from "../store/alerts.ts";
import type { NewDelivery } from "../store/channels.ts";
import type { Store } from "../store/store.ts";
import { levelOf } from "./evaluate-value.ts";

export async function deliveriesOf(
  { channels }: Pick<Store, "channels">,
  projectId: string,
  {
    alert,
    changes,
    now,
  }: { readonly alert: AlertRecord; readonly changes: readonly AlertChange[]; readonly now: number },
): Promise<NewDelivery[]> {
  if (changes.length === 0) return [];
  const known = new Set((await channels.all(projectId)).map(({ id }) => id));
  const channelIds = alert.channelIds.filter((id) => known.has(id));
  return changes.flatMap((change) => channelIds.map((channelId) => deliveryOf(alert, change, { channelId, now })));
}

function deliveryOf(
  alert: AlertRecord,
  change: AlertChange,
  { channelId, now }: { readonly channelId: string; readonly now: number },
): NewDelivery {
  const { name, metric, perRecord, groupBy, kind, period, threshold } = alert;
  return {
    id: deriveId(["delivery", change.id, channelId]),
    createdAt: change.createdAt,
    channelId,
    event: "ALERT_CHANGED",
    data: {
      alertId: alert.id,
      name,
      state: change.toState,
      previousState: change.fromState,
      metric,
      perRecord,
      ...(groupBy !== null && { groupBy, group: change.groupValue, groupId: change.groupId }),
      kind,
      period,
      threshold,
      value: change.value,
      problem: change.problem,
      level: levelOf(alert, change),
      at: new Date(change.createdAt).toISOString(),
    },
    dueAt: now,
  };
}
