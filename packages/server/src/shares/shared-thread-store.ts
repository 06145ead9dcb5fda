import { RecordError } from "../records/errors.ts";
import { decorateEach } from "../store/decorate.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { StepStore } from "../store/steps.ts";
import type { Store } from "../store/store.ts";
import { hideUserOfOutline, hideUserOfScore, hideUserOfStep, hideUserOfThread, type UserNames } from "./hide-user.ts";

/**
 * Returns the store for readers of a shared thread. It contains the thread without its user (`hide-user.ts`), and its
 * steps with scores, attachments and cost. It contains no other records, and rejects every method that is not listed
 * here.
 */
export function sharedThreadStore(store: Store, threadId: string): Store {
  const isIn = (record: { readonly threadId: string | null } | null | undefined): boolean =>
    record?.threadId === threadId;

  async function readUserNames(projectId: string): Promise<UserNames> {
    const [thread] = await store.threads.getMany(projectId, [threadId]);
    if (!thread?.participantId) return new Set();
    const [user] = await store.users.getMany(projectId, [thread.participantId]);
    return new Set([thread.participantId, ...(user ? [user.identifier] : [])]);
  }
  let reading: Promise<UserNames> | undefined;
  /** Reads the texts that identify the user. They are read once per request. */
  const userNames = (projectId: string): Promise<UserNames> => (reading ??= readUserNames(projectId));

  /** Reads the records that belong to each step. A step of another thread has none. */
  async function ofSteps<Value>(
    projectId: string,
    ids: readonly string[],
    read: (projectId: string, ids: readonly string[]) => Promise<Value[][]>,
  ): Promise<Value[][]> {
    const locations = await store.steps.locations(projectId, ids);
    const values = await read(projectId, ids);
    return values.map((value, index) => (isIn(locations[index]) ? value : []));
  }

  /** Reads the scores of the shared thread, without data that identify its user. Other threads get no scores. */
  async function ofSharedThread(
    projectId: string,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<ScoreRecord[][]>,
  ): Promise<ScoreRecord[][]> {
    const [scores = []] = ids.includes(threadId) ? await read([threadId]) : [];
    const names = await userNames(projectId);
    const shown = scores.map((score) => hideUserOfScore(score, names));
    return ids.map((id) => (id === threadId ? shown : []));
  }

  const steps: Partial<StepStore> = {
    async getMany(projectId, ids) {
      const [found, names] = await Promise.all([store.steps.getMany(projectId, ids), userNames(projectId)]);
      return found.map((step) => (step && isIn(step) ? hideUserOfStep(step, names) : null));
    },
    async locations(projectId, ids) {
      const found = await store.steps.locations(projectId, ids);
      return found.map((location) => (isIn(location) ? location : null));
    },
    ofThreads: (projectId, ids, options) =>
      Promise.all(
        ids.map(async (id) => {
          const [found = []] = id === threadId ? await store.steps.ofThreads(projectId, [id], options) : [];
          const names = await userNames(projectId);
          return found.map((step) => hideUserOfStep(step, names));
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
      const none = { count: 0, first: null };
      const [errors = none] = ids.includes(threadId) ? await store.steps.errorsOfThreads(projectId, [threadId]) : [];
      return ids.map((id) => (id === threadId ? errors : none));
    },
    turnsOfThreads: async (projectId, ids) => {
      const [turns = 0] = ids.includes(threadId) ? await store.steps.turnsOfThreads(projectId, [threadId]) : [];
      return ids.map((id) => (id === threadId ? turns : 0));
    },
    async outlineOfThread(projectId, id) {
      const outline = id === threadId ? await store.steps.outlineOfThread(projectId, id) : null;
      return outline && hideUserOfOutline(outline, await userNames(projectId));
    },
  };

  return only<Store>({
    threads: only<Store["threads"]>({
      async getMany(projectId, ids) {
        const [thread = null] = ids.includes(threadId) ? await store.threads.getMany(projectId, [threadId]) : [];
        const shown = thread && hideUserOfThread(thread, await userNames(projectId));
        return ids.map((id) => (id === threadId ? shown : null));
      },
    }),
    steps: only<Store["steps"]>(steps),
    generations: only<Store["generations"]>({
      async get(projectId, id) {
        const step = await store.generations.get(projectId, id);
        return step && isIn(step) ? hideUserOfStep(step, await userNames(projectId)) : null;
      },
    }),
    scores: only<Store["scores"]>({
      async ofSteps(projectId, ids) {
        const [scores, names] = await Promise.all([
          ofSteps(projectId, ids, (...of) => store.scores.ofSteps(...of)),
          userNames(projectId),
        ]);
        return scores.map((each) => each.map((score) => hideUserOfScore(score, names)));
      },
      ofThreads: (projectId, ids) =>
        ofSharedThread(projectId, ids, (shared) => store.scores.ofThreads(projectId, shared)),
      ofStepsOfThreads: (projectId, ids, options) =>
        ofSharedThread(projectId, ids, (shared) => store.scores.ofStepsOfThreads(projectId, shared, options)),
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

/**
 * Returns an object that has only the given members. Every other method rejects, so that a share link cannot call it.
 */
function only<Target extends object>(members: Partial<Target>): Target {
  return decorateEach(members as Target, (name) => {
    if (Object.hasOwn(members, name)) return members[name as keyof Target];
    // `await` reads the property `then`, and would call a method of this name.
    return name === "then" ? undefined : refuse;
  });
}

async function refuse(): Promise<never> {
  throw new RecordError("FORBIDDEN", "A share link only grants access to the shared thread");
}
