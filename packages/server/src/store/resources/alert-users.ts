import { alerts as alertTable, deliveries as deliveryTable } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { schedule } from "./alerts.ts";

const alerts = new RecordTable(alertTable);
const deliveries = new RecordTable(deliveryTable);
const jobs = new RecordTable(jobTable);

/**
 * Deletes the states, changes and notifications of a user from alerts that group by user. Evaluates these alerts again,
 * so that a running evaluation does not store the user.
 */
export async function deleteUserFromAlerts(
  session: Session,
  project: number,
  identifier: string,
  now: number,
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
    const groupStates = alert.groupStates.filter(({ group }) => group !== identifier);
    await alerts.replace(session, project, { ...alert, groupStates });
    await schedule(session, project, alert, now);
    await session.run(
      session.db
        .deleteFrom("alert_changes")
        .where("project_id", "=", project)
        .where("alert_id", "=", id)
        .where("group_value", "=", identifier),
    );
    // oxlint-enable no-await-in-loop
  }
  // The pattern only narrows the search: special characters match any character.
  const pattern = JSON.stringify(identifier).replaceAll(/[%_\\]/g, "_");
  const found = await deliveries.all(session, project, (query) =>
    query.where("event", "=", "ALERT_CHANGED").where("data", "like", `%"group":${pattern}%`),
  );
  const ofUser = found.filter(({ data }) => data["groupBy"] === "participant" && data["group"] === identifier);
  await deliveries.deleteMany(
    session,
    project,
    ofUser.map(({ id }) => id),
  );
}
