import { overlay } from "../live/overlay.ts";
import { ReadTooLargeError } from "../store/errors.ts";
import type { Lister } from "../store/list.ts";
import type { Store } from "../store/store.ts";
import type { Answer } from "./answers.ts";
import { recordBytes } from "./record-bytes.ts";

/** The store of one request: reads of many records take their turn, and end where the answer would be too large. */
export function meteredStore(store: Store, answer: Answer): Store {
  async function metered<Result>(read: () => Promise<Result>): Promise<Result> {
    return answer.turn(async () => {
      const result = await read().catch((error: unknown) => {
        throw error instanceof ReadTooLargeError ? answer.tooLarge() : error;
      });
      answer.read(recordBytes(result));
      return result;
    });
  }
  const listed = <Record>(lister: Lister<Record>): Pick<Lister<Record>, "list"> => ({
    list: (projectId, query) => metered(() => lister.list(projectId, { ...query, maxBytes: answer.room })),
  });
  const { steps, datasets, experiments, threads, generations, scores, users } = store;

  return overlay(store, {
    steps: overlay(steps, {
      ...listed(steps),
      getMany: (projectId, ids) => metered(() => steps.getMany(projectId, ids, { maxBytes: answer.room })),
      ofThreads: (projectId, ids, options) =>
        metered(() => steps.ofThreads(projectId, ids, { ...options, maxBytes: answer.room })),
      endsOfThreads: (projectId, ids) => metered(() => steps.endsOfThreads(projectId, ids, { maxBytes: answer.room })),
    }),
    threads: overlay(threads, listed(threads)),
    generations: overlay(generations, listed(generations)),
    scores: overlay(scores, listed(scores)),
    users: overlay(users, listed(users)),
    datasets: overlay(datasets, {
      ...listed(datasets),
      itemsOf: (projectId, ids) => metered(() => datasets.itemsOf(projectId, ids, { maxBytes: answer.room })),
      itemPage: (projectId, id, page) =>
        metered(() => datasets.itemPage(projectId, id, { ...page, maxBytes: answer.room })),
    }),
    experiments: overlay(experiments, {
      ...listed(experiments),
      itemPage: (projectId, id, page) =>
        metered(() => experiments.itemPage(projectId, id, { ...page, maxBytes: answer.room })),
    }),
  });
}
