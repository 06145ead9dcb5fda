import { bucketPlace, looseCells, type SeriesSourcesOptions } from "../series-sources.ts";
import type { UserLine } from "../time-series-lines.ts";
import type { Database } from "../../session/sqlite/database.ts";
import { readPacked } from "./packed-sums.ts";

/**
 * Counts the distinct users that have steps in each bucket. If `environments` is undefined, counts users over all
 * environments. Otherwise, counts them separately in each of these environments (encoded by `encodeText`).
 */
export function countUsers(
  database: Database,
  options: SeriesSourcesOptions,
  environments: readonly string[] | undefined,
): UserLine[] {
  // An empty value means that the steps have no user.
  const loose = [...looseCells(options)].filter(({ place }) => place.value !== "");
  // `loose` contains what is not in the stored rollups. A negative count means that steps were deleted. In this case,
  // the stored numbers of steps are also read, because they show whether a user still has steps in a bucket.
  const sums = loose.some(({ cell }) => cell.steps < 0) ? (["steps"] as const) : [];
  const { names, rows } = readPacked(database, options, sums, "steps > 0 AND value <> ''");
  const users = new Map(names.map((name, index) => [name, index]));
  for (const { place } of loose) if (!users.has(place.value)) users.set(place.value, users.size);
  return (environments ?? [null]).map((group) => {
    const buckets = new UserBuckets(options.plan.buckets.count, users.size);
    const isOwn = ({ environment }: { readonly environment: string }): boolean =>
      group === null || environment === group;
    for (const { place, cell } of loose) {
      if (isOwn(place)) buckets.note(bucketPlace(options.plan, place), users.get(place.value) ?? 0, cell.steps);
    }
    for (const row of rows) {
      if (!isOwn(row)) continue;
      const steps = row.sums[0];
      for (const [index, user] of row.values.entries()) buckets.add(row.place, user, steps?.[index] ?? 1);
    }
    return { group, ...buckets.count() };
  });
}

class UserBuckets {
  readonly #users: number;
  readonly #values: number[];
  readonly #last: Int32Array;
  readonly #noted = new Map<number, number>();
  readonly #isNoted: Uint8Array;

  constructor(buckets: number, users: number) {
    this.#users = users;
    this.#values = Array.from({ length: buckets }, () => 0);
    this.#last = new Int32Array(users).fill(-1);
    this.#isNoted = new Uint8Array(users);
  }

  /**
   * Adds steps of a user that are not in the stored rollups. The number is negative for deleted steps. Call it before
   * {@link add}.
   */
  note(place: number, user: number, steps: number): void {
    const key = place * this.#users + user;
    this.#noted.set(key, (this.#noted.get(key) ?? 0) + steps);
    this.#isNoted[user] = 1;
  }

  /** Adds a stored rollup. Call it in time order. */
  add(place: number, user: number, steps: number): void {
    if (this.#isNoted[user] === 1 && this.#noted.has(place * this.#users + user)) this.note(place, user, steps);
    else if (this.#last[user] !== place) this.#countIn(place, user);
  }

  count(): { readonly values: readonly number[]; readonly total: number } {
    for (const [key, steps] of this.#noted) {
      if (steps > 0) this.#countIn(Math.floor(key / this.#users), key % this.#users);
    }
    return { values: this.#values, total: this.#last.filter((place) => place >= 0).length };
  }

  #countIn(place: number, user: number): void {
    this.#values[place] = (this.#values[place] ?? 0) + 1;
    this.#last[user] = place;
  }
}
