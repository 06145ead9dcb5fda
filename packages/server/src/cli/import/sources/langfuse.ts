import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { toJsonObject, toList, toNumber, toText } from "../../../otlp/values.ts";
import { openFiles, type ObjectMapper } from "../open-files.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import type { SourceOptions } from "../source-options.ts";
import { present, toMetadata, toTime } from "../read-source-values.ts";
import { requireKey } from "../require-key.ts";
import { MissingError, SourceApi } from "../source-api.ts";
import {
  contentOf,
  datasetItemId,
  datasetItemRecord,
  datasetRecord,
  flatScore,
  observationRecords,
  observationStepId,
  promptRecords,
  scoreRecord,
  threadOf,
  traceRecords,
  traceStepId,
} from "./langfuse-records.ts";
import { keyVariables } from "../../import-platforms.ts";

const neverMoved = [
  "comments",
  "score configurations",
  "model prices",
  "annotation queues",
  "files of messages",
  "evaluators",
];

/** Opens Langfuse as a source: its public API, or its exports as JSON. */
export function openLangfuse(options: SourceOptions): ImportSource {
  const { places, env, requestsPerSecond } = options;
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    return openFiles(options, "langfuse", { createMapper: createFileMapper, neverMoved });
  }
  const [user, password] = requireKey(env, "LANGFUSE_PUBLIC_KEY", "LANGFUSE_SECRET_KEY");
  const api = new SourceApi({
    url: url.replace(/\/api\/public\/?$/u, ""),
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` },
    keyVariables: keyVariables.langfuse,
    requestsPerSecond,
  });
  const count = async (path: string): Promise<number | undefined> => {
    const { meta } = toJsonObject(await api.get(path, { page: 1, limit: 1 }).catch(orMissing));
    return toNumber(toJsonObject(meta)["totalItems"]);
  };
  return {
    place: api.place,
    isLocal: false,
    neverMoved,
    sections: [
      { name: "prompts", isReferred: true, pages: (after) => promptPages(api, after) },
      { name: "traces", pages: (after) => tracePages(api, after) },
      { name: "scores", pages: (after) => scorePages(api, after) },
      { name: "datasets", pages: (after) => datasetPages(api, after) },
      { name: "experiments", pages: (after) => experimentPages(api, after) },
    ],
    async count() {
      const [traces, observations, scores, datasets, items] = await Promise.all(
        ["traces", "observations", "v2/scores", "v2/datasets", "dataset-items"].map((path) =>
          count(`/api/public/${path}`),
        ),
      );
      return {
        ...(traces !== undefined && { step: traces + (observations ?? 0) }),
        ...(scores !== undefined && { score: scores }),
        ...(datasets !== undefined && { dataset: datasets }),
        ...(items !== undefined && { "dataset item": items }),
      };
    },
  };
}

/**
 * Returns null if Langfuse does not have the requested resource. For example, Langfuse 4 has no traces, and older
 * versions have no experiments. Rethrows other errors.
 */
function orMissing(error: unknown): null {
  if (error instanceof MissingError && [400, 404, 405, 410, 501].includes(error.status)) return null;
  throw error;
}

async function* numbered(
  api: SourceApi,
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  first = 1,
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly page: number }> {
  for (let page = first; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, meta } = toJsonObject(await api.get(path, { ...query, page }));
    const list = toList(data).map(toJsonObject);
    if (list.length > 0) yield { data: list, page };
    const totalPages = toNumber(toJsonObject(meta)["totalPages"]) ?? 0;
    if (list.length === 0 || page >= totalPages) return;
  }
}

async function* cursored(
  api: SourceApi,
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  first?: string,
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly next: string | null }> {
  for (let cursor = first; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, meta } = toJsonObject(await api.get(path, { ...query, cursor }));
    cursor = toText(toJsonObject(meta)["cursor"]);
    yield { data: toList(data).map(toJsonObject), next: cursor ?? null };
    if (cursor === undefined) return;
  }
}

async function* promptPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const lists = numbered(api, "/api/public/v2/prompts", { limit: 50 }, Number(after ?? 0) + 1);
  for await (const { data, page } of lists) {
    const records: ImportRecord[] = [];
    for (const { name, versions } of data) {
      for (const version of toList(versions)
        .map(Number)
        .toSorted((one, other) => one - other)) {
        const path = `/api/public/v2/prompts/${encodeURIComponent(toText(name) ?? "")}`;
        records.push(...promptRecords(toJsonObject(await api.get(path, { version }))));
      }
    }
    yield { records, next: String(page) };
  }
}

/**
 * Reads traces with their observations. Langfuse 4 has only observations, which contain the session and user of their
 * trace.
 */
async function* tracePages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const isOld =
    after === null
      ? (await api.get("/api/public/traces", { limit: 1 }).catch(orMissing)) !== null
      : !after.startsWith("cursor ");
  if (!isOld) return yield* observationPages(api, after);
  const lists = numbered(api, "/api/public/traces", { limit: 50, orderBy: "timestamp.asc" }, Number(after ?? 0) + 1);
  for await (const { data, page } of lists) {
    for (const [index, { id }] of data.entries()) {
      const trace = toJsonObject(
        await api.get(`/api/public/traces/${encodeURIComponent(toText(id) ?? "")}`).catch(orMissing),
      );
      const isLast = index === data.length - 1;
      if (trace["id"] !== undefined) yield { records: wholeTrace(trace), next: String(isLast ? page : page - 1) };
    }
  }
}

/** Converts a trace with its observations. Scores are read in a separate section. */
function wholeTrace(trace: JsonObject): ImportRecord[] {
  const threadId = threadOf(trace);
  const observations = toList(trace["observations"]).map(toJsonObject);
  return [
    ...traceRecords(trace),
    ...observations.flatMap((each) =>
      observationRecords({ traceId: trace["id"] ?? null, ...each }, { threadId, hasTrace: true }),
    ),
  ];
}

async function* observationPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const fields = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";
  const first = after?.slice("cursor ".length);
  for await (const { data, next } of cursored(api, "/api/public/v2/observations", { fields, limit: 100 }, first)) {
    const records = data.flatMap((each) => observationRecords(each, { threadId: null, hasTrace: false }));
    yield { records, next: `cursor ${next ?? ""}` };
  }
}

/** Reads scores. Langfuse 4 pages them by cursors, and returns values and targets in another format. */
async function* scorePages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const path = "/api/public/v3/scores";
  const isNew =
    after === null ? (await api.get(path, { limit: 1 }).catch(orMissing)) !== null : after.startsWith("cursor ");
  if (isNew) {
    const query = { fields: "details,subject,annotation", limit: 100 };
    for await (const { data, next } of cursored(api, path, query, after?.slice("cursor ".length))) {
      const roots = new Map<string, string | undefined>();
      const records: ImportRecord[] = [];
      for (const score of data.map(flatScore)) {
        const traceId = toText(score["traceId"]);
        if (traceId === undefined || score["observationId"] !== null) {
          records.push(scoreRecord(score));
          continue;
        }
        if (!roots.has(traceId)) roots.set(traceId, await rootObservation(api, traceId));
        const observationId = roots.get(traceId);
        records.push(
          observationId === undefined
            ? { kind: "omission", what: "scores", reason: "their traces have no observation" }
            : scoreRecord({ ...score, observationId }),
        );
      }
      yield { records, next: `cursor ${next ?? ""}` };
    }
    return;
  }
  const lists = numbered(api, "/api/public/v2/scores", { limit: 100 }, Number(after ?? 0) + 1);
  for await (const { data, page } of lists) yield { records: data.map(scoreRecord), next: String(page) };
}

/**
 * Returns the id of a trace's root observation. Scores of the trace are imported as scores of that observation, because
 * Langfuse 4 has no trace records.
 */
async function rootObservation(api: SourceApi, traceId: string): Promise<string | undefined> {
  const { data } = toJsonObject(
    await api.get("/api/public/v2/observations", { traceId, fields: "core,basic", limit: 1_000 }),
  );
  const root = toList(data)
    .map(toJsonObject)
    .find((each) => each["isRootObservation"] === true || each["parentObservationId"] == null);
  return toText(root?.["id"]);
}

async function* datasetPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const lists = numbered(api, "/api/public/v2/datasets", { limit: 50 }, Number(after ?? 0) + 1);
  for await (const { data, page } of lists) {
    yield { records: data.map(datasetRecord), next: String(page - 1) };
    for (const dataset of data) {
      const query = { datasetName: toText(dataset["name"]), limit: 50 };
      for await (const { data: items } of numbered(api, "/api/public/dataset-items", query)) {
        const records = items.map((item) => datasetItemRecord({ datasetName: dataset["name"] ?? null, ...item }));
        yield { records, next: String(page - 1) };
      }
    }
    yield { records: [], next: String(page) };
  }
}

/** Reads dataset runs, which Langfuse 4 calls experiments. */
async function* experimentPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const names = new Map<string, string>();
  for await (const { data, page } of numbered(api, "/api/public/v2/datasets", { limit: 50 }, Number(after ?? 0) + 1)) {
    for (const dataset of data) {
      const [name, id] = [toText(dataset["name"]) ?? "", toText(dataset["id"]) ?? ""];
      names.set(id, name);
      try {
        for await (const records of runRecords(api, name, id)) yield { records, next: String(page - 1) };
      } catch (error) {
        orMissing(error);
        return yield* experimentPagesOfCursor(api, after, names);
      }
    }
    yield { records: [], next: String(page) };
  }
}

async function* runRecords(api: SourceApi, dataset: string, datasetId: string): AsyncGenerator<ImportRecord[]> {
  const runs = numbered(api, `/api/public/datasets/${encodeURIComponent(dataset)}/runs`, { limit: 50 });
  for await (const { data } of runs) {
    for (const run of data) {
      const id = importId("langfuse", "experiment", toText(run["id"]) ?? "");
      const createdAt = toTime(run["createdAt"]) ?? undefined;
      yield [experimentRecord(run, { id, dataset, createdAt })];
      const query = { datasetId, runName: toText(run["name"]), limit: 50 };
      for await (const { data: items } of numbered(api, "/api/public/dataset-run-items", query)) {
        const records: ImportRecord[] = [];
        for (const item of items) {
          const traceId = toText(item["traceId"]) ?? "";
          const path = `/api/public/traces/${encodeURIComponent(traceId)}`;
          const trace = toJsonObject(await api.get(path).catch(orMissing));
          records.push(runItemRecord(item, { experiment: id, trace }));
        }
        yield records;
      }
    }
  }
}

function experimentRecord(
  run: JsonObject,
  { id, dataset, createdAt }: { readonly id: string; readonly dataset: string; readonly createdAt: string | undefined },
): ImportRecord {
  const params = present({
    description: run["description"],
    metadata: toMetadata(run["metadata"]),
    importedFrom: { platform: "langfuse", id: run["id"] ?? null },
  });
  return { kind: "experiment", id, name: toText(run["name"]) ?? "", dataset, params, createdAt };
}

/** Converts an experiment item. Its input and output come from its observation or, if it has none, from its trace. */
function runItemRecord(
  item: JsonObject,
  { experiment, trace }: { readonly experiment: string; readonly trace: JsonObject },
): ImportRecord {
  const traceId = toText(item["traceId"]) ?? "";
  const observationId = toText(item["observationId"]);
  const observation = toList(trace["observations"])
    .map(toJsonObject)
    .find(({ id }) => id === observationId);
  const tried = observation ?? trace;
  return experimentItem({
    id: importId("langfuse", "experiment item", toText(item["id"]) ?? ""),
    experiment,
    datasetItemId: toText(item["datasetItemId"]),
    run: observationId === undefined ? traceStepId(traceId) : observationStepId(traceId, observationId),
    input: tried["input"],
    output: tried["output"],
  });
}

async function* experimentPagesOfCursor(
  api: SourceApi,
  after: string | null,
  names: Map<string, string>,
): AsyncGenerator<Page> {
  // The names of all datasets are read first, because experiments refer to them by id.
  for await (const { data } of numbered(api, "/api/public/v2/datasets", { limit: 100 })) {
    for (const { id, name } of data) names.set(toText(id) ?? "", toText(name) ?? "");
  }
  const fromStartTime = "1970-01-01T00:00:00Z";
  const query = { fields: "core,metadata", limit: 50, fromStartTime };
  for await (const { data } of cursored(api, "/api/public/experiments", query)) {
    for (const each of data) {
      const sourceId = toText(each["id"]) ?? "";
      const id = importId("langfuse", "experiment", sourceId);
      const dataset = names.get(toText(each["datasetId"]) ?? "") ?? "";
      const createdAt = toTime(each["startTime"]) ?? undefined;
      yield { records: [experimentRecord(each, { id, dataset, createdAt })], next: after ?? "0" };
      const items = { fields: "core,dataset,io", experimentId: sourceId, limit: 50, fromStartTime };
      for await (const { data: tried } of cursored(api, "/api/public/experiment-items", items)) {
        const records = tried.map((item) =>
          experimentItem({
            id: importId("langfuse", "experiment item", sourceId, toText(item["id"]) ?? ""),
            experiment: id,
            datasetItemId: toText(item["experimentItemId"]),
            run: observationStepId(toText(item["traceId"]) ?? "", toText(item["id"]) ?? ""),
            input: item["input"],
            output: item["output"],
          }),
        );
        yield { records, next: after ?? "0" };
      }
    }
  }
}

function experimentItem(item: {
  readonly id: string;
  readonly experiment: string;
  readonly datasetItemId: string | undefined;
  readonly run: string;
  readonly input: JsonValue | undefined;
  readonly output: JsonValue | undefined;
}): ImportRecord {
  return {
    kind: "experiment item",
    item: {
      id: item.id,
      datasetExperimentId: item.experiment,
      datasetItemId: item.datasetItemId === undefined ? undefined : datasetItemId(item.datasetItemId),
      experimentRunId: item.run,
      input: asContent(item.input),
      output: asContent(item.output),
    },
  };
}

function asContent(value: JsonValue | undefined): JsonObject | undefined {
  const content = contentOf(value);
  return content === undefined ? undefined : (content as JsonObject); // the API accepts any JSON
}

/** Maps exported traces, observations, scores, datasets and prompts, recognized by their fields. */
function createFileMapper(): ObjectMapper {
  const threads = new Map<string, string | null>();
  return {
    prepare: (object) => {
      const record = camelCased(object);
      if (kindOf(record) === "trace") threads.set(toText(record["id"]) ?? "", threadOf(record));
    },
    map: (object) => fileRecords(camelCased(object), threads),
  };
}

type FileKind = "trace" | "observation" | "score" | "dataset" | "dataset item" | "prompt" | null;

function kindOf(record: JsonObject): FileKind {
  const has = (...names: string[]): boolean => names.every((name) => record[name] !== undefined);
  if (has("startTime", "type") && (has("traceId") || has("parentObservationId"))) return "observation";
  if (has("name") && (has("dataType") || has("source")) && (has("value") || has("stringValue"))) return "score";
  if (has("prompt", "name", "version")) return "prompt";
  if (has("id", "input") && (has("datasetName") || has("datasetId"))) return "dataset item";
  if (has("id", "timestamp")) return "trace";
  if (has("id", "name", "projectId", "createdAt")) return "dataset";
  return null;
}

function fileRecords(record: JsonObject, threads: ReadonlyMap<string, string | null>): readonly ImportRecord[] | null {
  switch (kindOf(record)) {
    case "trace": {
      const scores = toList(record["scores"]).flatMap((each) => (typeof each === "object" ? [toJsonObject(each)] : []));
      const observations = toList(record["observations"]).filter((each) => typeof each === "object");
      return [...wholeTrace({ ...record, observations }), ...scores.map(scoreRecord)];
    }
    case "observation": {
      const traceId = toText(record["traceId"]) ?? "";
      return observationRecords(record, { threadId: threads.get(traceId) ?? null, hasTrace: threads.has(traceId) });
    }
    case "score":
      return [scoreRecord(record["subject"] === undefined ? record : flatScore(record))];
    case "prompt":
      return promptRecords(record);
    case "dataset":
      return [datasetRecord(record)];
    case "dataset item": {
      const name = toText(record["datasetName"]) ?? toText(record["datasetId"]) ?? "";
      return [{ kind: "dataset", name }, datasetItemRecord({ ...record, datasetName: name })];
    }
    default:
      return null;
  }
}

/**
 * Converts field names to camel case. Exports to a bucket use names like `trace_id`; exports of the API and the UI use
 * `traceId`.
 */
function camelCased(record: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
