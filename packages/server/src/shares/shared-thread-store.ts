import { RecordError } from "../records/errors.ts";
import { decorateEach } from "../store/decorate.ts";
import type { StepStore } from "../store/steps.ts";
import type { Store } from "../store/store.ts";

/**
 * Returns the store for readers of a shared thread. It contains the thread without its user, and its steps with scores,
 * attachments and cost. It contains no other records, and rejects every method that is not listed here.
 */
export function sharedThreadStore(store: Store, threadId: string): Store {
  const isIn = (record: { readonly threadId: string | null } | null | undefined): boolean =>
    record?.threadId === threadId;

  /** Reads records of steps of the thread; empty for other steps. */
  async function ofSteps<Value>(
    projectId: string,
    ids: readonly string[],
    read: (projectId: string, ids: readonly string[]) => Promise<Value[][]>,
  ): Promise<Value[][]> {
    const locations = await store.steps.locations(projectId, ids);
    const values = await read(projectId, ids);
    return values.map((value, index) => (isIn(locations[index]) ? value : []));
  }

  const steps: Partial<StepStore> = {
    async getMany(projectId, ids) {
      const found = await store.steps.getMany(projectId, ids);
      return found.map((step) => (isIn(step) ? step : null));
    },
    async locations(projectId, ids) {
      const found = await store.steps.locations(projectId, ids);
      return found.map((location) => (isIn(location) ? location : null));
    },
    ofThreads: (projectId, ids, options) =>
      Promise.all(
        ids.map(async (id) => {
          const [found] = id === threadId ? await store.steps.ofThreads(projectId, [id], options) : [];
          return found ?? [];
        }),
      ),
    endsOfThreads: (projectId, ids) =>
      Promise.all(
        ids.map(async (id) => {
          const [ends] = id === threadId ? await store.steps.endsOfThreads(projectId, [id]) : [];
          return ends ?? { opening: null, closing: null };
        }),
      ),
    errorsOfThreads: async (projectId, ids) => {
      const [errors = 0] = ids.includes(threadId) ? await store.steps.errorsOfThreads(projectId, [threadId]) : [];
      return ids.map((id) => (id === threadId ? errors : 0));
    },
    outlineOfThread: async (projectId, id) => (id === threadId ? store.steps.outlineOfThread(projectId, id) : null),
  };

  return only<Store>({
    threads: only<Store["threads"]>({
      async getMany(projectId, ids) {
        const [thread = null] = ids.includes(threadId) ? await store.threads.getMany(projectId, [threadId]) : [];
        const shown = thread && { ...thread, participantId: null };
        return ids.map((id) => (id === threadId ? shown : null));
      },
    }),
    steps: only<Store["steps"]>(steps),
    generations: only<Store["generations"]>({
      async get(projectId, id) {
        const step = await store.generations.get(projectId, id);
        return isIn(step) ? step : null;
      },
    }),
    scores: only<Store["scores"]>({
      ofSteps: (projectId, ids) => ofSteps(projectId, ids, (...of) => store.scores.ofSteps(...of)),
      ofThreads: async (projectId, ids) => {
        const [scores = []] = ids.includes(threadId) ? await store.scores.ofThreads(projectId, [threadId]) : [];
        return ids.map((id) => (id === threadId ? scores : []));
      },
    }),
    files: only<Store["files"]>({
      attachmentsOf: (projectId, ids) => ofSteps(projectId, ids, (...of) => store.files.attachmentsOf(...of)),
      getFile: (projectId, objectKey) => store.files.getFile(projectId, objectKey),
    }),
    prices: only<Store["prices"]>({
      costsOfThreads: (projectId, ids) =>
        Promise.all(
          ids.map(async (id) => {
            const [cost] = id === threadId ? await store.prices.costsOfThreads(projectId, [id]) : [];
            return cost ?? null;
          }),
        ),
      usagesOfThreads: (projectId, ids) =>
        Promise.all(
          ids.map(async (id) => {
            const [usage] = id === threadId ? await store.prices.usagesOfThreads(projectId, [id]) : [];
            return usage ?? null;
          }),
        ),
    }),
    comments: only<Store["comments"]>({}),
    users: only<Store["users"]>({ getMany: async (_projectId, ids) => ids.map(() => null) }),
    prompts: only<Store["prompts"]>({ getLineages: async (_projectId, ids) => ids.map(() => null) }),
    datasets: only<Store["datasets"]>({ getMany: async (_projectId, ids) => ids.map(() => null) }),
    experiments: only<Store["experiments"]>({ getItems: async (_projectId, ids) => ids.map(() => null) }),
  });
}

/** Returns an object with only these members. All others are methods that reject. */
function only<Target extends object>(members: Partial<Target>): Target {
  return decorateEach(members as Target, (name) => {
    if (Object.hasOwn(members, name)) return members[name as keyof Target];
    // `await` reads the property `then`, so `then` must not be a method.
    return name === "then" ? undefined : refuse;
  });
}

async function refuse(): Promise<never> {
  throw new RecordError("FORBIDDEN", "A share link only grants access to its thread");
}
