import type { DatasetItemRecord } from "../store/datasets.ts";
import type { AttachmentRecord } from "../store/files.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { StepOutcome, StepWrite } from "../store/steps.ts";
import type { JobLease } from "../store/jobs.ts";
import type { Store } from "../store/store.ts";
import type { ThreadUpdate } from "../store/threads.ts";
import type { RecordKind } from "./change-feed.ts";
import type { ChangeCollector } from "./change-collector.ts";
import { decorate } from "../store/decorate.ts";

/** Wraps a store. Every durable change of a watched project is reported to the collector after its commit. */
export function publishChanges(store: Store, collector: ChangeCollector): Store {
  const tell = (projectId: string, kind: RecordKind, id: string | null | undefined, isDeleted = false): void => {
    if (id == null || !collector.isWatched(projectId)) return;
    const change = isDeleted ? "DELETED" : "WRITTEN";
    collector.record(projectId, { kind, id, change, ...(kind === "THREAD" ? { threadId: id } : { threadId: null }) });
  };
  const notified = async <Result>(
    writing: Promise<Result>,
    place: { readonly projectId: string; readonly kind: RecordKind; readonly isDeleted?: boolean },
    idFrom: (result: NonNullable<Result>) => string,
  ): Promise<Result> => {
    const result = await writing;
    if (result != null) tell(place.projectId, place.kind, idFrom(result), place.isDeleted);
    return result;
  };
  const notifyScore = (projectId: string, score: ScoreRecord | null, isDeleted = false): void => {
    if (score === null || !collector.isWatched(projectId)) return;
    const change = isDeleted ? "DELETED" : "WRITTEN";
    const place =
      score.threadId === null
        ? { stepId: score.stepId ?? score.generationId }
        : { threadId: score.threadId, rootRunId: null };
    collector.record(projectId, { kind: "SCORE", id: score.id, change, ...place });
  };
  const tellScore = async <Score extends ScoreRecord | null>(
    projectId: string,
    writing: Promise<Score>,
    isDeleted = false,
  ): Promise<Score> => {
    const score = await writing;
    notifyScore(projectId, score, isDeleted);
    return score;
  };
  const tellAttachment = async <Attachment extends AttachmentRecord | null>(
    projectId: string,
    writing: Promise<Attachment>,
  ): Promise<Attachment> => {
    const attachment = await writing;
    if (attachment !== null && collector.isWatched(projectId)) {
      const { stepId } = attachment;
      collector.record(projectId, { kind: "STEP", id: stepId, change: "WRITTEN", stepId });
    }
    return attachment;
  };

  const tellUpdates = (projectId: string, updates: readonly ThreadUpdate[], areStored: readonly boolean[]): void => {
    for (const [index, { write }] of updates.entries()) {
      if (areStored[index]) tell(projectId, "THREAD", write.id);
    }
  };

  const tellItems = async <Item extends DatasetItemRecord | null>(
    projectId: string,
    writing: Promise<Item[]>,
  ): Promise<Item[]> => {
    const items = await writing;
    for (const id of new Set(items.flatMap((item) => item?.datasetId ?? []))) tell(projectId, "DATASET", id);
    return items;
  };

  const tellGroup = async <Result>(
    projectId: string,
    { groupId }: JobLease,
    ending: Promise<Result>,
  ): Promise<Result> => {
    const result = await ending;
    if (result) tell(projectId, "EXPERIMENT", groupId);
    return result;
  };

  const tellScores = async <Result extends { readonly scores: readonly ScoreRecord[] } | null>(
    projectId: string,
    writing: Promise<Result>,
  ): Promise<Result> => {
    const result = await writing;
    for (const score of result?.scores ?? []) notifyScore(projectId, score);
    return result;
  };

  const { alerts, reviewQueues, threads, steps, scores, users, datasets, experiments, experimentRuns } = store;
  const { jobs, prompts, files } = store;
  return decorate(store, {
    threads: decorate(threads, {
      async ingest(projectId, writes) {
        const outcomes = await threads.ingest(projectId, writes);
        for (const [index, { id }] of writes.entries()) {
          if (outcomes[index] === "stored") tell(projectId, "THREAD", id);
        }
        return outcomes;
      },
      upsert: (projectId, write) => notified(threads.upsert(projectId, write), { projectId, kind: "THREAD" }, idOf),
      update: (projectId, write) => notified(threads.update(projectId, write), { projectId, kind: "THREAD" }, idOf),
      async updateUnchanged(projectId, updates) {
        const areStored = await threads.updateUnchanged(projectId, updates);
        tellUpdates(projectId, updates, areStored);
        return areStored;
      },
      delete: (projectId, id, at) =>
        notified(threads.delete(projectId, id, at), { projectId, kind: "THREAD", isDeleted: true }, idOf),
    }),
    steps: decorate(steps, {
      async ingest(projectId, writes) {
        const outcomes = await steps.ingest(projectId, writes);
        if (collector.isWatched(projectId)) notifySteps(projectId, writes, outcomes, collector);
        return outcomes;
      },
      async ingestWithThreads(projectId, writes, updates) {
        const outcomes = await steps.ingestWithThreads(projectId, writes, updates);
        if (collector.isWatched(projectId)) notifySteps(projectId, writes, outcomes.steps, collector);
        tellUpdates(projectId, updates, outcomes.threads);
        return outcomes;
      },
      async delete(projectId, id, at) {
        const step = await steps.delete(projectId, id, at);
        if (step && collector.isWatched(projectId)) {
          const { threadId, rootRunId } = step;
          const kinds: readonly RecordKind[] = step.generation ? ["STEP", "GENERATION"] : ["STEP"];
          for (const kind of kinds) collector.record(projectId, { kind, id, change: "DELETED", threadId, rootRunId });
        }
        return step;
      },
    }),
    scores: decorate(scores, {
      async upsertMany(projectId, writes) {
        const stored = await scores.upsertMany(projectId, writes);
        for (const score of stored) notifyScore(projectId, score);
        return stored;
      },
      upsertUnlessDeleted: (projectId, write) => tellScore(projectId, scores.upsertUnlessDeleted(projectId, write)),
      update: (projectId, ...values) => tellScore(projectId, scores.update(projectId, ...values)),
      delete: (projectId, ...values) => tellScore(projectId, scores.delete(projectId, ...values), true),
    }),
    reviewQueues: decorate(reviewQueues, {
      replace: (projectId, ...values) => tellScores(projectId, reviewQueues.replace(projectId, ...values)),
      delete: (projectId, ...values) => tellScores(projectId, reviewQueues.delete(projectId, ...values)),
      submit: (projectId, ...values) => tellScores(projectId, reviewQueues.submit(projectId, ...values)),
      reopen: (projectId, ...values) => tellScores(projectId, reviewQueues.reopen(projectId, ...values)),
      complete: (projectId, ...values) => tellScores(projectId, reviewQueues.complete(projectId, ...values)),
    }),
    users: decorate(users, {
      create: (projectId, user) => notified(users.create(projectId, user), { projectId, kind: "USER" }, idOf),
      update: (projectId, ...values) => notified(users.update(projectId, ...values), { projectId, kind: "USER" }, idOf),
      delete: (projectId, ...values) =>
        notified(users.delete(projectId, ...values), { projectId, kind: "USER", isDeleted: true }, idOf),
      async deleteData(projectId, ...values) {
        const part = await users.deleteData(projectId, ...values);
        if (part !== null && collector.isWatched(projectId)) collector.recordOverflow(projectId);
        return part;
      },
    }),
    datasets: decorate(datasets, {
      create: (projectId, dataset) =>
        notified(datasets.create(projectId, dataset), { projectId, kind: "DATASET" }, idOf),
      update: (projectId, id, change) =>
        notified(datasets.update(projectId, id, change), { projectId, kind: "DATASET" }, idOf),
      delete: (projectId, id) =>
        notified(datasets.delete(projectId, id), { projectId, kind: "DATASET", isDeleted: true }, idOf),
      createItems: (projectId, ...values) => tellItems(projectId, datasets.createItems(projectId, ...values)),
      updateItems: (projectId, ...values) => tellItems(projectId, datasets.updateItems(projectId, ...values)),
      changeSplits: (projectId, ...values) => tellItems(projectId, datasets.changeSplits(projectId, ...values)),
      deleteItems: (projectId, ...values) => tellItems(projectId, datasets.deleteItems(projectId, ...values)),
      divide: (projectId, ...values) =>
        notified(datasets.divide(projectId, ...values), { projectId, kind: "DATASET" }, idOf),
    }),
    jobs: decorate(jobs, {
      async finish(projectId, lease, result) {
        const isDone = await tellGroup(projectId, lease, jobs.finish(projectId, lease, result));
        const evaluation = result.alertEvaluation;
        if (isDone && evaluation !== undefined && evaluation.changes.length > 0)
          tell(projectId, "ALERT", evaluation.alertId);
        return isDone;
      },
      fail: (projectId, lease, failure) => tellGroup(projectId, lease, jobs.fail(projectId, lease, failure)),
      release: (projectId, lease, options) => tellGroup(projectId, lease, jobs.release(projectId, lease, options)),
    }),
    alerts: decorate(alerts, {
      create: (projectId, ...values) =>
        notified(alerts.create(projectId, ...values), { projectId, kind: "ALERT" }, idOf),
      replace: (projectId, ...values) =>
        notified(alerts.replace(projectId, ...values), { projectId, kind: "ALERT" }, idOf),
      silence: (projectId, ...values) =>
        notified(alerts.silence(projectId, ...values), { projectId, kind: "ALERT" }, idOf),
      delete: (projectId, ...values) =>
        notified(alerts.delete(projectId, ...values), { projectId, kind: "ALERT", isDeleted: true }, idOf),
    }),
    experimentRuns: decorate(experimentRuns, {
      async start(projectId, started) {
        await experimentRuns.start(projectId, started);
        for (const { experiment } of started) tell(projectId, "EXPERIMENT", experiment.id);
      },
      cancel: (projectId, id, now) =>
        notified(experimentRuns.cancel(projectId, id, now), { projectId, kind: "EXPERIMENT" }, idOf),
      retry: (projectId, id, now) =>
        notified(experimentRuns.retry(projectId, id, now), { projectId, kind: "EXPERIMENT" }, idOf),
    }),
    experiments: decorate(experiments, {
      create: (projectId, experiment) =>
        notified(experiments.create(projectId, experiment), { projectId, kind: "EXPERIMENT" }, idOf),
      delete: (projectId, id, at) =>
        notified(experiments.delete(projectId, id, at), { projectId, kind: "EXPERIMENT", isDeleted: true }, idOf),
      createItem: (projectId, item) =>
        notified(
          experiments.createItem(projectId, item),
          { projectId, kind: "EXPERIMENT" },
          (row) => row.datasetExperimentId,
        ),
    }),
    prompts: decorate(prompts, {
      getOrCreateLineage: (projectId, lineage) =>
        notified(prompts.getOrCreateLineage(projectId, lineage), { projectId, kind: "PROMPT" }, idOf),
      getOrCreateVersion: (projectId, version) =>
        notified(prompts.getOrCreateVersion(projectId, version), { projectId, kind: "PROMPT" }, (row) => row.lineageId),
      setRollouts: (projectId, lineageId, rollouts, at) =>
        prompts.setRollouts(projectId, lineageId, rollouts, at).then(() => tell(projectId, "PROMPT", lineageId)),
      promote: (projectId, ...values) =>
        notified(prompts.promote(projectId, ...values), { projectId, kind: "PROMPT" }, idOf),
      setLabel: (projectId, lineageId, label, version) =>
        notified(prompts.setLabel(projectId, lineageId, label, version), { projectId, kind: "PROMPT" }, idOf),
      deleteLineage: (projectId, id) =>
        notified(prompts.deleteLineage(projectId, id), { projectId, kind: "PROMPT", isDeleted: true }, idOf),
    }),
    files: decorate(files, {
      upsertAttachment: (projectId, write) => tellAttachment(projectId, files.upsertAttachment(projectId, write)),
      updateAttachment: (projectId, ...values) =>
        tellAttachment(projectId, files.updateAttachment(projectId, ...values)),
      deleteAttachment: (projectId, ...values) =>
        tellAttachment(projectId, files.deleteAttachment(projectId, ...values)),
    }),
    async importRecords(projectId, records) {
      const count = await store.importRecords(projectId, records);
      if (collector.isWatched(projectId)) collector.recordOverflow(projectId);
      return count;
    },
  });
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function notifySteps(
  projectId: string,
  writes: readonly StepWrite[],
  outcomes: readonly StepOutcome[],
  collector: ChangeCollector,
): void {
  for (const [index, write] of writes.entries()) {
    if (collector.isFull(projectId)) return;
    if (outcomes[index] !== "stored") continue;
    const { id, threadId, rootRunId } = write;
    const place = { change: "WRITTEN", stepId: id, threadId, rootRunId } as const;
    collector.record(projectId, { kind: "STEP", id, ...place });
    if (write.generation) collector.record(projectId, { kind: "GENERATION", id, ...place });
    for (const score of write.scores ?? []) collector.record(projectId, { kind: "SCORE", id: score.id, ...place });
  }
}
