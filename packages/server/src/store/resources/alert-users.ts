import type { AlertRecord } from "../alerts.ts";
import type { DeliveryRecord } from "../channels.ts";
import { alerts as alertTable, deliveries as deliveryTable } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import type { UserRecord } from "../users.ts";
import { schedule } from "./alerts.ts";

const alerts = new RecordTable(alertTable);
const deliveries = new RecordTable(deliveryTable);
const jobs = new RecordTable(jobTable);

type User = Pick<UserRecord, "id" | "identifier">;

export async function deleteUserFromAlerts(session: Session, project: number, user: User, now: number): Promise<void> {
  await forEachAlertByUser(session, project, now, async (alert) => {
    const groupStates = alert.groupStates.filter(({ groupId }) => groupId !== user.id);
    await alerts.replace(session, project, { ...alert, groupStates });
    await session.run(
      session.db
        .deleteFrom("alert_changes")
        .where("project_id", "=", project)
        .where("alert_id", "=", alert.id)
        .where((is) => is.or([is("group_id", "=", user.id), is("group_value", "=", user.identifier)])),
    );
  });
  const found = await deliveriesOfUser(session, project, user);
  await deliveries.deleteMany(
    session,
    project,
    found.map(({ id }) => id),
  );
}

export async function renameUserInAlerts(
  session: Session,
  project: number,
  user: User,
  { identifier, now }: { readonly identifier: string; readonly now: number },
): Promise<void> {
  await forEachAlertByUser(session, project, now, async (alert) => {
    const groupStates = alert.groupStates.map((state) =>
      state.groupId === user.id ? { ...state, group: identifier } : state,
    );
    await alerts.replace(session, project, { ...alert, groupStates });
    await session.run(
      session.db
        .updateTable("alert_changes")
        .set({ group_value: identifier })
        .where("project_id", "=", project)
        .where("alert_id", "=", alert.id)
        .where("group_id", "=", user.id),
    );
  });
  for (const { id } of await deliveriesOfUser(session, project, user)) {
    // oxlint-disable no-await-in-loop -- one delivery after the other
    const delivery = await deliveries.lock(session, project, id);
    if (delivery === null) continue;
    await deliveries.replace(session, project, { ...delivery, data: { ...delivery.data, group: identifier } });
    // oxlint-enable no-await-in-loop
  }
}

/**
 * Changes each alert that is grouped by user, and queues a new evaluation. The result of a running evaluation is
 * discarded, because it may have read the user before the change.
 */
async function forEachAlertByUser(
  session: Session,
  project: number,
  now: number,
  change: (alert: AlertRecord) => Promise<void>,
): Promise<void> {
  const grouped = await alerts.all(session, project, (query) =>
    query.where("group_by", "=", "participant").orderBy("id"),
  );
  for (const { id } of grouped) {
    // oxlint-disable no-await-in-loop -- one alert after the other
    // The job is locked before the alert, in the same order as when an evaluation ends.
    await jobs.lock(session, project, id);
    const alert = await alerts.lock(session, project, id);
    if (alert === null) continue;
    await change(alert);
    await schedule(session, project, alert, now);
    // oxlint-enable no-await-in-loop
  }
}

/**
 * LIKE pattern for JSON in which the field has this value. It may match other JSON, too, because it has a wildcard for
 * each `%`, `_` and backslash of the value. Callers must compare the values of the rows that it finds.
 */
function jsonPattern(field: string, value: string): string {
  return `%${JSON.stringify(field)}:${JSON.stringify(value).replaceAll(/[%_\\]/g, "_")}%`;
}

async function deliveriesOfUser(
  session: Session,
  project: number,
  { id, identifier }: User,
): Promise<DeliveryRecord[]> {
  const found = await deliveries.all(session, project, (query) =>
    query
      .where("event", "=", "ALERT_CHANGED")
      .where((is) =>
        is.or([is("data", "like", jsonPattern("groupId", id)), is("data", "like", jsonPattern("group", identifier))]),
      ),
  );
  return found.filter(
    ({ data }) => data["groupBy"] === "participant" && (data["groupId"] === id || data["group"] === identifier),
  );
}
