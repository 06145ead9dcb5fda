import type { JsonObject } from "../../../json/json-value.ts";
import { toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { openFiles, type ObjectMapper } from "../open-files.ts";
import { contentId, importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import type { SourceOptions } from "../source-options.ts";
import { present, toMetadata, toTime } from "../read-source-values.ts";
import { RecentMap } from "../recent-map.ts";
import { requireKey } from "../require-key.ts";
import { type QueryParameters, SourceApi } from "../source-api.ts";
import {
  exampleRecord,
  feedbackRecord,
  promptRecords,
  runItemRecord,
  runRecords,
  threadOfRun,
} from "./langsmith-records.ts";
import { keyVariables } from "../../import-platforms.ts";

const pageSize = 100;
/** Maximum number of traces whose thread is remembered for their nested runs. */
const maxTraces = 100_000;

const neverMoved = ["annotation queues", "online evaluators", "dashboards", "attachments of runs and examples"];

/** Opens LangSmith as a source: its API, or JSON files of runs, examples and feedback. */
export function openLangSmith(options: SourceOptions): ImportSource {
  const { places, env, project, requestsPerSecond } = options;
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    return openFiles(options, "langsmith", { createMapper: createFileMapper, neverMoved });
  }
  const [key] = requireKey(env, "LANGSMITH_API_KEY");
  const workspace = env["LANGSMITH_WORKSPACE_ID"];
  const api = new SourceApi({
    url,
    headers: { "x-api-key": key, ...(workspace && { "x-tenant-id": workspace }) },
    keyVariables: keyVariables.langsmith,
    requestsPerSecond,
  });
  return {
    place: project === undefined ? api.place : `${api.place}, project ${project}`,
    isLocal: false,
    neverMoved,
    sections: [
      { name: "prompts", pages: (after) => promptPages(api, after) },
      { name: "datasets", pages: (after) => datasetPages(api, after) },
      { name: "runs", pages: (after) => runPages(api, project, after) },
    ],
  };
}

async function* offset(
  api: SourceApi,
  path: string,
  options: { readonly query?: QueryParameters; readonly from?: number; readonly field?: string } = {},
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly next: number }> {
  const { query = {}, field } = options;
  for (let start = options.from ?? 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = await api.get(path, { ...query, limit: pageSize, offset: start });
    const data = toList(field === undefined ? answer : toJsonObject(answer)[field]).map(toJsonObject);
    start += data.length;
    if (data.length > 0) yield { data, next: start };
    if (data.length < pageSize) return;
  }
}

async function* promptPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const query = { is_public: "false", is_archived: "false", sort_field: "updated_at", sort_direction: "desc" };
  for await (const { data, next } of offset(api, "/repos", { query, from: Number(after ?? 0), field: "repos" })) {
    const records: ImportRecord[] = [];
    for (const repo of data) {
      const name = toText(repo["repo_handle"]) ?? "";
      const path = `/commits/-/${encodeURIComponent(name)}`;
      const commits: JsonObject[] = [];
      for await (const page of offset(api, `${path}/`, { field: "commits" })) commits.push(...page.data);
      // The API lists the newest commit first. The oldest commit is written first, because the service numbers versions
      // in the order in which they are written.
      for (const [index, commit] of commits.toReversed().entries()) {
        const hash = toText(commit["commit_hash"]) ?? "";
        const content = toJsonObject(await api.get(`${path}/${encodeURIComponent(hash)}`));
        records.push(...promptRecords({ name, hash, content, commit, isLast: index === commits.length - 1 }));
      }
    }
    yield { records, next: String(next) };
  }
}

async function* datasetPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const from = Number(after ?? 0);
  for await (const { data, next } of offset(api, "/datasets", { from })) {
    for (const dataset of data) {
      const name = toText(dataset["name"]) ?? "";
      yield { records: [datasetRecord(dataset)], next: String(next - data.length) };
      const query = { dataset: toText(dataset["id"]) };
      for await (const { data: examples } of offset(api, "/examples", { query })) {
        const records = examples.map((example) => exampleRecord(example, name, toText(example["id"]) ?? ""));
        yield { records, next: String(next - data.length) };
      }
    }
    yield { records: [], next: String(next) };
  }
}

function datasetRecord(dataset: JsonObject): ImportRecord {
  return {
    kind: "dataset",
    name: toText(dataset["name"]) ?? "",
    description: toText(dataset["description"]),
    metadata: toMetadata(toJsonObject(dataset["extra"])["metadata"] ?? dataset["metadata"]),
    createdAt: toTime(dataset["created_at"]) ?? undefined,
  };
}

const selected = [
  "id",
  "name",
  "run_type",
  "start_time",
  "end_time",
  "error",
  "extra",
  "inputs",
  "outputs",
  "tags",
  "trace_id",
  "parent_run_id",
  "session_id",
  "reference_example_id",
  "feedback_stats",
  "first_token_time",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "total_cost",
  "status",
];

/** Reads the runs of each project, with their feedback. A project that refers to a dataset is an experiment. */
async function* runPages(api: SourceApi, project: string | undefined, after: string | null): AsyncGenerator<Page> {
  // `after` consists of the project index and the cursor within the project.
  const [projectsRead = "0", startCursor = ""] = (after ?? "0").split(" ");
  const datasets = new Map<string, string>();
  for await (const { data } of offset(api, "/datasets")) {
    for (const { id, name } of data) datasets.set(toText(id) ?? "", toText(name) ?? "");
  }
  let index = Number(projectsRead);
  for await (const { data } of offset(api, "/sessions", { query: { name: project }, from: index })) {
    for (const session of data) {
      const isFirst = index === Number(projectsRead);
      const cursor = isFirst && startCursor !== "" ? startCursor : undefined;
      const dataset = datasets.get(toText(session["reference_dataset_id"]) ?? "");
      const experiment = session["reference_dataset_id"] == null ? null : experimentRecord(session, dataset);
      if (experiment !== null) yield { records: [experiment], next: `${index} ${cursor ?? ""}` };
      const experimentId = experiment?.kind === "experiment" ? experiment.id : null;
      for await (const { runs, next } of pagesOfRuns(api, toText(session["id"]) ?? "", cursor)) {
        yield { records: await recordsOf(api, runs, { session, experimentId }), next: `${index} ${next ?? ""}` };
      }
      index += 1;
      yield { records: [], next: String(index) };
    }
  }
}

function experimentRecord(session: JsonObject, dataset: string | undefined): ImportRecord {
  const extra = toJsonObject(session["extra"]);
  return {
    kind: "experiment",
    id: importId("langsmith", "experiment", toText(session["id"]) ?? ""),
    name: toText(session["name"]) ?? "",
    dataset,
    params: present({
      description: session["description"],
      metadata: toMetadata(extra["metadata"]),
      importedFrom: { platform: "langsmith", id: session["id"] ?? null },
    }),
    createdAt: toTime(session["start_time"]) ?? undefined,
  };
}

async function* pagesOfRuns(
  api: SourceApi,
  session: string,
  first: string | undefined,
): AsyncGenerator<{ readonly runs: readonly JsonObject[]; readonly next: string | undefined }> {
  for (let cursor = first; ;) {
    const body = { session: [session], limit: pageSize, order: "asc", select: selected, cursor };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { runs, cursors } = toJsonObject(await api.post("/runs/query", body));
    cursor = toText(toJsonObject(cursors)["next"]);
    yield { runs: toList(runs).map(toJsonObject), next: cursor };
    if (cursor === undefined) return;
  }
}

const recentThreads = (): RecentMap<string, string | null> => new RecentMap(maxTraces);
const threadsOf = new WeakMap<SourceApi, RecentMap<string, string | null>>();

async function recordsOf(
  api: SourceApi,
  runs: readonly JsonObject[],
  { session, experimentId }: { readonly session: JsonObject; readonly experimentId: string | null },
): Promise<ImportRecord[]> {
  const threads = threadsOf.get(api) ?? recentThreads();
  threadsOf.set(api, threads);
  const records: ImportRecord[] = [];
  for (const run of runs) {
    const traceId = toText(run["trace_id"]) ?? toText(run["id"]) ?? "";
    if (run["parent_run_id"] == null) threads.set(traceId, threadOfRun(run));
    if (!threads.has(traceId)) {
      // The thread of a trace is in its root run. The root run is still unknown if it was read before the import was
      // resumed, or if it started later than this run.
      // oxlint-disable-next-line no-await-in-loop -- seldom
      const root = await api.get(`/runs/${encodeURIComponent(traceId)}`).catch(() => null);
      threads.set(traceId, threadOfRun(toJsonObject(root)));
    }
    records.push(
      ...runRecords(run, {
        threadId: threads.get(traceId) ?? threadOfRun(run),
        project: toText(session["name"]),
        isExperiment: experimentId !== null,
      }),
    );
  }
  const judged = runs.filter((run) => Object.keys(toJsonObject(run["feedback_stats"])).length > 0);
  if (judged.length > 0) {
    const ids = judged.flatMap(({ id }) => toText(id) ?? []);
    for await (const { data } of offset(api, "/feedback", { query: { run: ids } }))
      records.push(...data.map(feedbackRecord));
  }
  if (experimentId !== null) {
    const tried = runs.filter((run) => run["parent_run_id"] == null && run["reference_example_id"] != null);
    records.push(...tried.map((run) => runItemRecord(run, experimentId)));
  }
  return records;
}

/**
 * Maps runs (recognized by `run_type`), feedback (`key`) and examples (`inputs`). Examples without a dataset get one
 * that is named after the file.
 */
function createFileMapper(): ObjectMapper {
  const threads = new Map<string, string | null>();
  return {
    prepare: (object) => {
      const id = toText(object["trace_id"]) ?? toText(object["id"]);
      if (object["run_type"] !== undefined && object["parent_run_id"] == null && id !== undefined) {
        threads.set(id, threadOfRun(object));
      }
    },
    map: (object, { name }) => {
      if (object["run_type"] !== undefined) return fileRun(object, threads);
      if (object["key"] !== undefined && object["run_id"] !== undefined) return [feedbackRecord(object)];
      if (object["inputs"] === undefined) return null;
      const dataset = toText(object["dataset_name"]) ?? toText(object["dataset_id"]) ?? name;
      const id = toText(object["id"]) ?? `${dataset} ${contentId(object)}`;
      return [{ kind: "dataset", name: dataset }, exampleRecord(object, dataset, id)];
    },
  };
}

function fileRun(run: JsonObject, threads: ReadonlyMap<string, string | null>, parent?: JsonObject): ImportRecord[] {
  const traceId = toText(run["trace_id"]) ?? toText(parent?.["trace_id"]) ?? toText(run["id"]) ?? "";
  const placed: JsonObject = {
    ...run,
    trace_id: traceId,
    parent_run_id: run["parent_run_id"] ?? parent?.["id"] ?? null,
  };
  const threadId = threads.get(traceId) ?? threadOfRun(run);
  const children = toList(run["child_runs"]).map(toJsonObject);
  return [
    ...runRecords(placed, { threadId, project: toText(run["session_name"]), isExperiment: false }),
    ...children.flatMap((child) => fileRun(child, threads, placed)),
  ];
}
