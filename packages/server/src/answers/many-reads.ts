import type { Page } from "../store/list.ts";
import type { StepOutline } from "../store/step-outline.ts";
import type { Store } from "../store/store.ts";

type Many = readonly unknown[] | Page<unknown> | StepOutline;

type ManyNames<Part> = {
  [Name in keyof Part]: Part[Name] extends (...values: never[]) => Promise<infer Result>
    ? Exclude<Result, null> extends Many
      ? Name
      : never
    : never;
}[keyof Part];

/**
 * Type of {@link manyReads}: a text for each store method that returns many records. With `metered`, the read stops
 * when the response would be too large. Any other text explains why the result is always small.
 */
type Bounds = {
  readonly [Part in keyof Store as ManyNames<Store[Part]> extends never ? never : Part]: {
    readonly [Name in ManyNames<Store[Part]>]: "metered" | `${string} ${string}`;
  };
};

const ofWrites = "one outcome for each record of a request, which the limit of its body bounds";
const ofIds = "numbers, one for each record that was read before";
const outline = "at most 250,000 steps without their payloads, and null for more";

/** Limit for the result of each store method that returns many records. A missing method is a compile error. */
export const manyReads: Bounds = {
  projects: {
    list: "only names, and people with accounts create them",
    listKeys: "only names, and admins create them one by one",
  },
  accounts: {
    memberships: "one row for each project of an account",
    members: "one row for each member",
    invitations: "admins create them one by one, and they expire",
    findRows: "sign-in rows of one account",
    updateRows: "sign-in rows of one account",
    deleteRows: "sign-in rows of one account",
  },
  audit: { list: "a page of at most 100 events" },
  threads: {
    list: "metered",
    matchingIds: ofIds,
    idsMatchingEach: ofIds,
    ingest: ofWrites,
    updateUnchanged: ofWrites,
    getMany: "metered",
  },
  steps: {
    list: "metered",
    matchingIds: ofIds,
    idsMatchingEach: ofIds,
    ingest: ofWrites,
    getMany: "metered",
    withIdPrefix: "the caller sets the limit",
    locations: "metered",
    ofThreads: "metered",
    endsOfThreads: "metered",
    errorsOfThreads: ofIds,
    turnsOfThreads: ofIds,
    descendants: "metered",
    outlineOfThread: outline,
    outlineAround: outline,
  },
  generations: { list: "metered" },
  scores: {
    list: "metered",
    upsertMany: ofWrites,
    getMany: "metered",
    ofSteps: "metered",
    ofThreads: "metered",
    ofStepsOfThreads: "metered",
    ofExperimentItems: "metered",
    ofEvaluators: "metered",
  },
  comments: { page: "metered", count: ofIds },
  scoreSchemas: { all: "a project has a limited number of them" },
  views: { all: "a project has a limited number of them" },
  dashboards: { all: "a project has a limited number of them" },
  modelConnections: { all: "a project has a limited number of them" },
  evaluators: {
    all: "a project has a limited number of them",
    getVersions: "metered",
    newestVersions: "metered",
  },
  calibrations: {
    labels: "at most 10,000 labels of a name, without their comments",
    values: "numbers, one for each different value of at most 20,000 scores",
    unlabeled: "at most 100 ids",
  },
  evaluationRules: {
    all: "a project has a limited number of them",
    figures: "a few numbers for each rule",
    days: "the caller sets the limit",
    projectsWithArrivals: "ids of projects, for servers",
    arrivals: "ids of steps, for servers",
    placesOf: "ids of steps, for servers",
  },
  reviewQueues: {
    all: "a project has a limited number of them",
    getMany: "a project has a limited number of them",
    figures: "a few numbers for each queue and reviewer",
    available: ofIds,
    items: "the caller sets the limit",
    getItems: "metered",
    reviewsOf: "metered",
    finished: "metered",
  },
  alerts: { all: "a project has a limited number of them", history: "the caller sets the limit" },
  channels: { all: "a project has a limited number of them", deliveries: "the caller sets the limit" },
  jobs: {
    list: "the caller sets the limit",
    due: "one row for each kind",
    counts: "one row for each kind and state",
  },
  shares: { ofThread: "a thread has a limited number of them" },
  users: { list: "metered", getMany: "metered", activity: ofIds, errorThreadCounts: ofIds, scores: ofIds },
  datasets: {
    list: "metered",
    getMany: "metered",
    createItems: ofWrites,
    itemsOf: "metered",
    referencesOf: "metered",
    itemPage: "metered",
    itemIds: "ids of one dataset, for experiments that the service runs",
    countItems: ofIds,
    splitsOf: "names and numbers, bounded by the limit of splits per item",
    versionPage: "a page of at most 1,000 versions, which are numbers",
    differences: "metered",
    itemsWithInput: "metered",
    duplicates: "metered",
    updateItems: ofWrites,
    changeSplits: ofWrites,
    deleteItems: ofWrites,
  },
  experiments: { list: "metered", itemPage: "metered", countItems: ofIds, scoresOf: "metered", getItems: "metered" },
  experimentRuns: { getMany: "metered" },
  prompts: {
    list: "metered",
    getLineages: "metered",
    summaries: ofIds,
    newestVersions: "metered",
    rollouts: "metered",
  },
  files: { attachmentsOf: "metered", leftOver: "the caller sets the limit" },
  analytics: { metadataPaths: "a limited number of paths" },
  prices: {
    list: "a project has a limited number of them",
    costsOfThreads: ofIds,
    usagesOfThreads: ofIds,
    usagesOfSteps: ofIds,
    costsOfUsers: ofIds,
  },
};
