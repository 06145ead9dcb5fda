/** Maximum number of concurrent groups per key. Under load, further items wait and form larger groups. */
const runningGroups = 3;

interface Waiting<Item, Result> {
  readonly items: readonly Item[];
  readonly resolve: (results: Result[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface Line<Item, Result> {
  running: number;
  readonly waiting: Waiting<Item, Result>[];
}

export interface GroupedJobsOptions<Item, Result> {
  /** Processes a group, and returns a result for each item. */
  readonly perform: (key: number, items: readonly Item[]) => Promise<Result[]>;
  /** Approximate maximum number of items per group. */
  readonly maxItems: number;
  /** Whether the error may be due to one item, so that the other items may succeed without it. */
  readonly isOfItem: (error: unknown) => boolean;
}

/**
 * Groups concurrent requests. While other groups run, new requests wait and form the next group, which has one
 * transaction and one commit. If a group fails, each item is retried alone, so that only the invalid one fails.
 */
export class GroupedJobs<Item, Result> {
  readonly #options: GroupedJobsOptions<Item, Result>;
  readonly #lines = new Map<number, Line<Item, Result>>();

  constructor(options: GroupedJobsOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves to one result per item, when all are done. */
  run(key: number, items: readonly Item[]): Promise<Result[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Result[]>();
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = { running: 0, waiting: [] };
      this.#lines.set(key, line);
    }
    line.waiting.push({ items, resolve, reject });
    if (line.running < runningGroups) void this.#work(key, line);
    return promise;
  }

  async #work(key: number, line: Line<Item, Result>): Promise<void> {
    line.running += 1;
    while (line.waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- one group after the other
      await this.#performGroup(key, this.#take(line));
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }

  #take({ waiting }: Line<Item, Result>): Waiting<Item, Result>[] {
    let count = 0;
    const end = waiting.findIndex(({ items }) => (count += items.length) > this.#options.maxItems);
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
  }

  async #performGroup(key: number, group: readonly Waiting<Item, Result>[]): Promise<void> {
    const { perform, isOfItem } = this.#options;
    const items = group.flatMap((each) => each.items);
    try {
      const results = await perform(key, items);
      let start = 0;
      for (const each of group) each.resolve(results.slice(start, (start += each.items.length)));
    } catch (error) {
      if (group.length === 1 || !isOfItem(error)) {
        for (const each of group) each.reject(error);
        return;
      }
      // oxlint-disable-next-line no-await-in-loop -- in their order
      for (const each of group) await this.#performGroup(key, [each]);
    }
  }
}
