/** End of the recorded history, and the time zone of its nights and weekends. */
export interface HistoryEnd {
  /** Time at which the history ends, in epoch milliseconds. */
  anchor: number;
  /** Offset of the time zone in minutes east of UTC. */
  utcOffset: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const historyDays = 14;
/**
 * Time without new threads at the end of the history, in milliseconds. The longest thread and its feedback end within
 * this time.
 */
const lastThread = 30 * minute;
/** Traffic of each hour of a workday. Only the ratios between the hours matter. */
const shareOfHour = [3, 2, 1, 1, 2, 4, 10, 26, 52, 80, 95, 90, 70, 80, 95, 90, 80, 65, 50, 45, 42, 32, 18, 8];
const shareOfWeekendDay = 0.36;
const growth = 0.4;

/**
 * Converts a position in the history (0 is its start, 1 its end) to a time. Days, nights and weekends get realistic
 * shares of the traffic.
 */
export class HistoryClock {
  readonly #end: HistoryEnd;
  /**
   * Start of each hour in epoch milliseconds, and the traffic of all earlier hours in the unit of {@link shareOfHour}.
   */
  readonly #hours: { startsAt: number; before: number }[] = [];
  readonly #total: number;

  constructor(end: HistoryEnd) {
    this.#end = end;
    const last = end.anchor - lastThread;
    const first = end.anchor - historyDays * day;
    let before = 0;
    for (let startsAt = first; startsAt < last;) {
      this.#hours.push({ startsAt, before });
      const next = Math.min((Math.floor(startsAt / hour) + 1) * hour, last);
      before +=
        ((next - startsAt) / hour) * this.#traffic(startsAt) * (1 + (growth * (startsAt - first)) / (last - first));
      startsAt = next;
    }
    this.#hours.push({ startsAt: last, before });
    this.#total = before;
  }

  /** Returns the time at a given progress (0 to 1), in epoch milliseconds. */
  at(progress: number): number {
    const before = Math.min(Math.max(progress, 0), 1) * this.#total;
    const index = Math.max(
      this.#hours.findLastIndex((known) => known.before <= before),
      0,
    );
    const [from, to] = [this.#hours[index], this.#hours[index + 1]];
    if (from === undefined || to === undefined) return this.#end.anchor - lastThread;
    const share = (before - from.before) / (to.before - from.before);
    return Math.round(from.startsAt + share * (to.startsAt - from.startsAt));
  }

  /**
   * Returns the start of the day that is `daysAgo` days before the end of the history, in epoch milliseconds. If that
   * day is on a weekend, returns the start of the Friday before.
   */
  workday(daysAgo: number): number {
    const { anchor, utcOffset } = this.#end;
    const local = anchor + utcOffset * minute - daysAgo * day;
    let startsAt = Math.floor(local / day) * day;
    while (isWeekend(startsAt)) startsAt -= day;
    return startsAt - utcOffset * minute;
  }

  #traffic(time: number): number {
    const local = time + this.#end.utcOffset * minute;
    const ofHour = shareOfHour[new Date(local).getUTCHours()] ?? 1;
    return isWeekend(local) ? ofHour * shareOfWeekendDay : ofHour;
  }
}

function isWeekend(localTime: number): boolean {
  return [0, 6].includes(new Date(localTime).getUTCDay());
}
