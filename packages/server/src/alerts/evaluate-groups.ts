import type { AlertChange, AlertGroup, AlertProgress, AlertRecord, AlertState } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { rangeEndingAt } from "./alert-period.ts";
import { type EvaluatedAlert, evaluateValue, type EvaluationReads } from "./evaluate-value.ts";
import { type GroupMeasurement, maxGroups, measureGroups, notMeasured } from "./measure-alert.ts";

interface Evaluated {
  readonly alert: AlertRecord;
  readonly at: number;
  readonly now: number;
}

/**
 * Evaluates each group of an alert. After its last evaluation with records, a group is evaluated for another period
 * plus `forSeconds`. An alert on missing records needs this time, because it fires only after `forSeconds` without
 * records.
 */
export async function evaluateGroups(
  store: EvaluationReads,
  projectId: string,
  { alert, at, now }: Evaluated,
): Promise<EvaluatedAlert> {
  const known = new Map(alert.groupStates.map((state) => [state.groupId, state]));
  const { groups, hasMore } = await measureGroups(store.analytics, projectId, alert, { at, now, known: known.keys() });
  const kept = keptGroups(alert, groups, at);
  const changes: AlertChange[] = [];
  const notified: AlertChange[] = [];
  const groupStates: AlertGroup[] = [];
  for (const [groupId, { name, count, ...measured }] of groups) {
    const before = known.get(groupId);
    const group = { groupId, group: name ?? before?.group ?? groupId };
    const countedAt = isCounted(count) ? at : before?.countedAt;
    if (countedAt === undefined) continue;
    const isKept = kept.has(groupId);
    // oxlint-disable-next-line no-await-in-loop -- reads only when a group may fire
    const value = await evaluateValue(store, projectId, {
      alert,
      group,
      last: { ...noProgress, ...before, evaluatedAt: before === undefined ? null : alert.evaluatedAt },
      measurement: isKept ? measured : notMeasured,
      at,
      now,
      number: alert.changeCount + changes.length + 1,
    });
    if (value.change !== null) changes.push(value.change);
    if (value.notified !== null) notified.push(value.notified);
    // `silencedFrom` is `FIRING` if channels were notified that the group fires, and its state has changed during a
    // silence since. The group is then kept until the silence ends, when channels are notified of its new state.
    const isAwaited = value.progress.silencedFrom === "FIRING";
    if (isKept || isAwaited) groupStates.push(groupState(group, value.progress, countedAt));
  }
  const worst = worstOf(alert, groupStates, at);
  return { progress: { ...worst, groupStates, hasMoreGroups: hasMore }, changes, notified };
}

function isCounted(count: number | null): boolean {
  return count !== null && count > 0;
}

/**
 * Returns the ids of the groups to evaluate: all groups that have records in the period, and at most {@link maxGroups}
 * groups without records. Among groups without records, firing groups are preferred, and then the groups with the
 * latest records.
 */
function keptGroups(
  { groupStates, period, forSeconds, evaluatedAt }: AlertRecord,
  groups: ReadonlyMap<string, GroupMeasurement>,
  at: number,
): ReadonlySet<string> {
  const oldest = rangeEndingAt(period, at).from - forSeconds * 1_000;
  const counted = [...groups].flatMap(([id, { count }]) => (isCounted(count) ? [id] : []));
  const isNew = new Set(counted);
  const others = groupStates
    // `countedAt === evaluatedAt` means that the group had records at the last evaluation. It is then evaluated again,
    // even if that was before `oldest`, because the service may have been stopped since.
    .filter(({ groupId, countedAt }) => !isNew.has(groupId) && (countedAt > oldest || countedAt === evaluatedAt))
    .toSorted((one, other) => rank(one.state) - rank(other.state) || other.countedAt - one.countedAt)
    .slice(0, maxGroups);
  return new Set([...counted, ...others.map(({ groupId }) => groupId)]);
}

function groupState(
  group: Pick<AlertGroup, "group" | "groupId">,
  progress: AlertProgress,
  countedAt: number,
): AlertGroup {
  const { evaluatedAt: _evaluatedAt, ...ofGroup } = progress;
  return { ...group, ...ofGroup, countedAt };
}

const worstFirst: readonly AlertState[] = ["FIRING", "PENDING", "OK", "NO_DATA"];

function rank(state: AlertState): number {
  return worstFirst.indexOf(state);
}

/**
 * Returns the progress of the whole alert. Its state is the worst state of any group. Of the groups with this state,
 * the most extreme value becomes the value of the alert.
 */
function worstOf(alert: AlertRecord, groups: readonly AlertGroup[], at: number): AlertProgress {
  const states = new Set(groups.map(({ state }) => state));
  const state = worstFirst.find((each) => states.has(each)) ?? "NO_DATA";
  const worst = groups.filter((group) => group.state === state);
  const value = mostExtreme(
    alert,
    worst.flatMap((group) => group.value ?? []),
  );
  return {
    state,
    stateSince: state === alert.state && alert.stateSince !== null ? alert.stateSince : at,
    pendingSince: null,
    value,
    problem: value === null ? (worst[0]?.problem ?? "NO_VALUE") : null,
    evaluatedAt: at,
    level: 0,
    silencedFrom: null,
  };
}

/**
 * Returns the value that is most likely to fire the alert: the largest one if high values fire, otherwise the smallest
 * one. Null without values.
 */
export function mostExtreme({ kind }: Pick<AlertRecord, "kind">, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return kind === "ABOVE" || kind === "INCREASE" ? Math.max(...values) : Math.min(...values);
}
