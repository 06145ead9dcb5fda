/**
 * Maximum number of groups that are processed at the same time for one key. Calls of `run` that arrive in the meantime
 * wait, and are then combined into larger groups.
 */
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
  readonly perform: (key: number, items: readonly Item[]) => Promise<Result[]>;
  readonly maxItems: number;
  /**
   * Whether a single item may have caused the error. If so, the calls of `run` in the group are processed again one by
   * one.
   */
  readonly isOfItem: (error: unknown) => boolean;
}

/**
 * Combines calls of `run` with the same key into groups. Each group is processed in one transaction. If an item makes
 * the transaction of a group fail, each call of the group is processed again in its own transaction. Only the call that
 * contains the item is then rejected.
 */
export class GroupedJobs<Item, Result> {
  readonly #options: GroupedJobsOptions<Item, Result>;
  readonly #lines = new Map<number, Line<Item, Result>>();

  constructor(options: GroupedJobsOptions<Item, Result>) {
    this.#options = options;
  }

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
