import { callsAtOnce } from "../../api/request-each.ts";
import { useEach } from "../../api/use-each.ts";
import { type AlertFieldsFragment, alertTrend } from "../../generated/alerts.ts";
import { draftOf, readDraft } from "./alert-draft.ts";

/** Number of values that a chart shows. With a value per hour, they cover 7 days. */
const shownValues = 168;

/** Reads the recent values of the first {@link callsAtOnce} alerts. `trends` maps the id of an alert to its values. */
export function useAlertTrends(alerts: readonly AlertFieldsFragment[]) {
  // Sorted by id, so that the values are not requested again when the order of the alerts changes.
  const first = alerts.slice(0, callsAtOnce).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const asked = first.flatMap((alert) => {
    const input = readDraft(draftOf(alert));
    // The name, the channels and `isOn` do not affect the values. They are fixed here, so that a change of these fields
    // does not request the values again.
    return input === null ? [] : [{ id: alert.id, alert: { ...input, name: "-", channelIds: [], isOn: false } }];
  });
  const { data, error, refetch } = useEach(
    alertTrend,
    asked.map(({ alert }) => ({ alert })),
  );
  const trends: ReadonlyMap<string, readonly (number | null)[]> = new Map(
    asked.map(({ id }, index) => [id, data[index]?.alertPreview.values.slice(-shownValues) ?? []]),
  );
  return { trends, error, refetch };
}
