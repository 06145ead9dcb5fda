import { HistoryClock, type HistoryEnd } from "./history-clock.ts";
import type { HistoryContext, HistoryThread } from "./history-thread.ts";
import { people } from "./people.ts";
import { Random } from "./random.ts";
import { reviewHistory } from "./review-history.ts";
import { supportHistory } from "./support-history.ts";
import { travelHistory } from "./travel-history.ts";

const counts = { support: 290, travel: 130, review: 66, costly: 14 };
/**
 * Age of the day on which the reviews cost much more than usual, in days before the end of the history. If that day is
 * on a weekend, the workday before it is used.
 */
const costlyDaysAgo = 3;
const hour = 3_600_000;
const costlyHours = { from: 10, to: 17 };

type Start = Pick<HistoryContext, "person" | "progress"> & { startsAt?: number };

const business = people.filter(({ plan }) => plan === "business");

export interface HistoryPlanOptions {
  edition: number;
  end: HistoryEnd;
  /** Ids of the versions of the support prompt, oldest first. */
  promptIds: string[];
}

/**
 * Returns the threads of the history. The same options always give the same threads, and a different `end` only changes
 * their times.
 */
export function planHistory({ edition, end, promptIds }: HistoryPlanOptions): HistoryThread[] {
  const clock = new HistoryClock(end);
  const costlyDay = clock.workday(costlyDaysAgo);
  const costly = (random: Random): Start => ({
    ...atWork(random),
    startsAt: Math.round(costlyDay + hour * (costlyHours.from + random.next() * (costlyHours.to - costlyHours.from))),
  });
  const contextOf = (key: string, choose: (random: Random) => Start) => {
    const random = new Random(key);
    const { person, progress, startsAt = clock.at(progress) } = choose(random);
    return { edition, key, random, person, progress, startsAt, promptIds };
  };
  return [
    ...keys("support", counts.support).map((key) => supportHistory(contextOf(key, busy))),
    ...keys("travel", counts.travel).map((key) => travelHistory(contextOf(key, busy))),
    ...keys("review", counts.review).map((key, index) => {
      const context = contextOf(key, atWork);
      return reviewHistory(context, { toolCount: longReviews[index] ?? context.random.whole(2, 7) });
    }),
    ...keys("costly", counts.costly).map((key) => {
      const context = contextOf(key, costly);
      return reviewHistory(context, { toolCount: context.random.whole(4, 9), isCostly: true });
    }),
  ];
}

const busy = (random: Random): Start => ({ person: pickPerson(random), progress: random.next() });
const atWork = (random: Random): Start => ({ person: random.pick(business), progress: random.next() });

/** Numbers of tool calls in the longest reviews, which are the reviews `review/0` to `review/5`. */
const longReviews = [120, 64, 48, 36, 30, 24];

function keys(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}/${index}`);
}

function pickPerson(random: Random): (typeof people)[number] {
  const index = random.weighted(people.map((_, rank) => 1 / (1 + rank * 0.22)));
  return people[index] ?? random.pick(people);
}
