import type { FindRecordsQuery } from "../generated/find-records.ts";
import { recordTarget } from "../pages/logs/record-target.ts";
import { wholeThread } from "../pages/thread/thread-search.ts";

export type FoundKind = "thread" | "step" | "stepName" | "user" | "prompt" | "dataset" | "experiment" | "score";

export interface FoundRecord {
  readonly kind: FoundKind;
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  /** Whether the search text is the id of the record. */
  readonly isById: boolean;
  readonly target: FoundTarget;
}

export interface FoundTarget {
  readonly to: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

type Query = FindRecordsQuery;
type FoundStep = NonNullable<Query["step"]>;
type FoundScore = Query["scores"]["edges"][number]["node"];

/** Returns the distinct records of a search, those found by id first. */
export function foundRecords(found: Query, projectId: string): readonly FoundRecord[] {
  const at = (to: string, params: Record<string, string>, search?: Record<string, unknown>): FoundTarget => ({
    to: `/projects/$projectId/${to}`,
    params: { projectId, ...params },
    ...(search && { search }),
  });
  const thread = ({ id, name }: { id: string; name: string | null }, detail: string | null, isById: boolean) =>
    record("thread", { id, name: name ?? id, detail, isById, target: at("logs/threads/$threadId", { threadId: id }) });
  const user = ({ id, identifier }: { id: string; identifier: string }, isById: boolean) =>
    record("user", { id, name: identifier, isById, target: at("users/$userId", { userId: id }) });
  const dataset = ({ id, name }: { id: string; name: string }, isById: boolean) =>
    record("dataset", { id, name, isById, target: at("datasets/$datasetId", { datasetId: id }) });
  const experiment = ({ id, name }: { id: string; name: string }, isById: boolean) =>
    record("experiment", { id, name, isById, target: at("experiments/compare", {}, { ids: id }) });
  const step = ({ id, name, type }: FoundStep, target: FoundTarget | null) =>
    target === null ? [] : [record("step", { id, name: name ?? id, detail: type, isById: true, target })];

  const score = found.scores.edges[0]?.node;
  const scored = score ? placeOfScore(score, projectId) : null;
  const all = [
    ...(found.threadDetail ? [thread(found.threadDetail, null, true)] : []),
    ...(found.step ? step(found.step, placeOf(found.step, projectId)) : []),
    ...(found.participant ? [user(found.participant, true)] : []),
    ...(found.dataset ? [dataset(found.dataset, true)] : []),
    ...(found.datasetExperiment ? [experiment(found.datasetExperiment, true)] : []),
    ...(score && scored ? [record("score", { id: score.id, name: score.name, isById: true, target: scored })] : []),
    ...found.threads.edges.map(({ node }) => thread(node, node.inputPreview, false)),
    ...found.participants.edges.map(({ node }) => user(node, false)),
    ...found.promptLineages.edges.map(({ node: { id, name } }) =>
      record("prompt", { id, name, target: at("prompts/$name", { name }) }),
    ),
    ...found.datasets.edges.map(({ node }) => dataset(node, false)),
    ...found.datasetExperiments.edges.map(({ node }) => experiment(node, false)),
    ...(found.facets.facets[0]?.values ?? []).map(({ value, count }) => {
      const filters = [{ field: "name", operator: "eq", value }];
      const target = at("logs/$resource", { resource: "steps" }, { filters });
      return record("stepName", { id: value, name: value, detail: `× ${count}`, target });
    }),
  ];
  return [...new Map(all.toReversed().map((each) => [`${each.kind} ${each.id}`, each])).values()].toReversed();
}

function record(
  kind: FoundKind,
  { detail = null, isById = false, ...rest }: Partial<FoundRecord> & Pick<FoundRecord, "id" | "name" | "target">,
): FoundRecord {
  return { kind, detail, isById, ...rest };
}

function placeOfScore(
  { step, threadId, experimentItem }: Pick<FoundScore, "step" | "threadId" | "experimentItem">,
  projectId: string,
): FoundTarget | null {
  if (step) return placeOf(step, projectId);
  return recordTarget({ threadId, rootId: null, stepId: threadId && wholeThread, experimentItem }, projectId);
}

function placeOf({ id, threadId, rootRunId }: FoundStep, projectId: string): FoundTarget | null {
  return recordTarget({ threadId, rootId: rootRunId ?? id, stepId: id }, projectId);
}
