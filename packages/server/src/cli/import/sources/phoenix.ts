import type { IGenerationMessage, ITool, ScoreConstructor, ScoreType } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import type { Span } from "../../../otlp/span.ts";
import { toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { buildScore } from "../build-score.ts";
import { traceRecords, traceSpanStepId } from "../build-trace.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import { toMustache } from "../langchain-prompt.ts";
import { present, toMetadata, toTime } from "../read-source-values.ts";
import { CommandError } from "../../command-error.ts";
import { MissingError, type QueryParameters, SourceApi } from "../source-api.ts";
import type { SourceOptions } from "../source-options.ts";
import { keyVariables } from "../../import-platforms.ts";

const platform = "phoenix";
const tracesPerPage = 50;
const recordsPerPage = 1_000;

export function openPhoenix({ places, env, project, requestsPerSecond }: SourceOptions): ImportSource {
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    throw new CommandError("Specify the URL of the Phoenix server, such as http://127.0.0.1:6006.");
  }
  const key = env["PHOENIX_API_KEY"];
  const api = new SourceApi({
    url,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    keyVariables: keyVariables.phoenix,
    requestsPerSecond,
  });
  return {
    place: project === undefined ? api.place : `${api.place}, project ${project}`,
    isLocal: false,
    neverMoved: [
      "annotation configurations",
      "dataset versions but the latest",
      "dataset splits",
      "annotations of documents",
    ],
    sections: [
      { name: "prompts", isReferred: true, pages: (after) => promptPages(api, after) },
      { name: "traces", pages: (after) => tracePages(api, project, after) },
      { name: "datasets", pages: (after) => datasetPages(api, after) },
    ],
  };
}

/** Reads a list that is paged by cursors. `next` is the cursor of the next page, null for the last one. */
async function* cursored(
  api: SourceApi,
  path: string,
  query: QueryParameters = {},
  first?: string,
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly next: string | null }> {
  for (let cursor = first; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = toJsonObject(await api.get(path, { ...query, cursor }));
    cursor = toText(answer["next_cursor"]);
    yield { data: toList(answer["data"]).map(toJsonObject), next: cursor ?? null };
    if (cursor === undefined) return;
  }
}

async function readAll(api: SourceApi, path: string, query: QueryParameters = {}): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const { data } of cursored(api, path, query)) all.push(...data);
  return all;
}

async function* promptPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  for await (const { data, next } of cursored(api, "/v1/prompts", {}, after ?? undefined)) {
    const records: ImportRecord[] = [];
    for (const { name } of data) {
      const versions = await readAll(api, `/v1/prompts/${encodeURIComponent(toText(name) ?? "")}/versions`);
      // The API lists the newest version first. The oldest version is written first, because the service numbers
      // versions in the order in which they are written.
      for (const [index, version] of versions.toReversed().entries()) {
        records.push(...promptRecords(toText(name) ?? "", version, index === versions.length - 1));
      }
    }
    yield { records, next: next ?? "" };
  }
}

function promptRecords(name: string, version: JsonObject, isLast: boolean): ImportRecord[] {
  const { template, template_format: format, model_name: model, model_provider: provider } = version;
  const { messages, template: text } = toJsonObject(template);
  const parts = typeof text === "string" ? [{ role: "user", content: text }] : toList(messages).map(toJsonObject);
  const render = (value: string): string => (format === "F_STRING" ? toMustache(value) : value);
  const rendered = parts.map((part) => ({
    ...part,
    role: roleOf(part),
    content: contentOf(part["content"] ?? null, render),
  }));
  const parameters = toJsonObject(version["invocation_parameters"]);
  const settings = present({
    ...toJsonObject(parameters[toText(parameters["type"]) ?? ""]),
    provider: toText(provider)?.toLowerCase(),
    model,
  });
  const tools = toList(toJsonObject(version["tools"])["tools"]);
  const description = toText(version["description"]);
  return [
    {
      kind: "prompt version",
      reference: { name, version: toText(version["id"]) ?? "" },
      // The SDK's types are narrower than the API, which accepts messages with any fields, and any JSON as tools.
      messages: rendered as unknown as IGenerationMessage[],
      settings,
      tools: tools.length > 0 ? (tools as unknown as ITool[]) : undefined,
      description,
      isServed: isLast,
    },
  ];
}

function roleOf({ role }: JsonObject): string {
  const name = toText(role)?.toLowerCase() ?? "user";
  return name === "model" || name === "ai" ? "assistant" : name;
}

function contentOf(content: JsonValue, render: (text: string) => string): string {
  if (typeof content === "string") return render(content);
  return toList(content)
    .flatMap((part) => toText(toJsonObject(part)["text"]) ?? [])
    .map(render)
    .join("\n");
}

/**
 * Reads the traces of all projects, starting at a position: the index of a project, and the cursor in its list of
 * traces.
 */
async function* tracePages(api: SourceApi, project: string | undefined, after: string | null): AsyncGenerator<Page> {
  const [from = "0", cursor = ""] = (after ?? "0").split(" ");
  const projects = (await readAll(api, "/v1/projects", { include_experiment_projects: true }))
    .filter(({ name }) => project === undefined || name === project)
    .toSorted((one, other) => ((toText(one["id"]) ?? "") < (toText(other["id"]) ?? "") ? -1 : 1));
  if (projects.length === 0 && project !== undefined) throw new CommandError(`Phoenix has no project "${project}".`);
  for (const [index, { id, name }] of projects.entries()) {
    if (index < Number(from)) continue;
    const path = `/v1/projects/${encodeURIComponent(toText(id) ?? "")}`;
    const first = index === Number(from) && cursor !== "" ? cursor : undefined;
    const query = { limit: tracesPerPage, sort: "start_time", order: "asc" };
    for await (const { data, next } of cursored(api, `${path}/traces`, query, first)) {
      const traceIds = data.flatMap((trace) => toText(trace["trace_id"]) ?? []);
      const records =
        traceIds.length === 0 ? [] : await recordsOf(api, path, { traceIds, project: toText(name) ?? "" });
      yield { records, next: next === null ? String(index + 1) : `${index} ${next}` };
    }
    for await (const records of sessionScores(api, path)) yield { records, next: String(index + 1) };
  }
}

async function recordsOf(
  api: SourceApi,
  path: string,
  { traceIds, project }: { readonly traceIds: readonly string[]; readonly project: string },
): Promise<ImportRecord[]> {
  const spans = await readAll(api, `${path}/spans`, { limit: recordsPerPage, trace_id: traceIds });
  const records: ImportRecord[] = [];
  const roots = new Map<string, string>();
  const traceOf = new Map<string, string>();
  for (const [traceId, of] of Map.groupBy(spans.map(toSpan), (span) => span.traceId)) {
    const root = of.find(({ parentSpanId }) => parentSpanId === null) ?? of[0];
    if (root !== undefined) roots.set(traceId, root.spanId);
    for (const { spanId } of of) traceOf.set(spanId, traceId);
    const metadata = { importedFrom: { platform, project } };
    records.push(
      ...traceRecords(of, { metadata, environment: project.startsWith("Experiment-") ? "experiment" : undefined }),
    );
  }
  const spanIds = [...traceOf.keys()];
  for (let start = 0; start < spanIds.length; start += 100) {
    const query = { span_ids: spanIds.slice(start, start + 100), limit: recordsPerPage };
    for (const annotation of await readAll(api, `${path}/span_annotations`, query).catch(orMissing)) {
      const spanId = toText(annotation["span_id"]) ?? "";
      records.push(scoreRecord(annotation, { stepId: traceSpanStepId(traceOf.get(spanId) ?? "", spanId) }));
    }
  }
  const annotations = await readAll(api, `${path}/trace_annotations`, {
    trace_ids: traceIds,
    limit: recordsPerPage,
  }).catch(orMissing);
  for (const annotation of annotations) {
    const traceId = toText(annotation["trace_id"]) ?? "";
    const root = roots.get(traceId);
    if (root !== undefined) records.push(scoreRecord(annotation, { stepId: traceSpanStepId(traceId, root) }));
  }
  return records;
}

async function* sessionScores(api: SourceApi, path: string): AsyncGenerator<ImportRecord[]> {
  const sessions = cursored(api, `${path}/sessions`, { limit: 100 });
  try {
    for await (const { data } of sessions) {
      const ids = data.flatMap(({ session_id: id }) => toText(id) ?? []);
      if (ids.length === 0) continue;
      const query = { session_ids: ids, limit: recordsPerPage };
      const annotations = await readAll(api, `${path}/session_annotations`, query);
      yield annotations.map((each) => scoreRecord(each, { threadId: toText(each["session_id"]) ?? "" }));
    }
  } catch (error) {
    orMissing(error);
  }
}

/** Returns an empty list if the API has no such list, as in earlier versions of Phoenix. Rethrows all other errors. */
function orMissing(error: unknown): [] {
  if (error instanceof MissingError && [404, 405, 422].includes(error.status)) return [];
  throw error;
}

/** Converts a span, which has flat attributes and a separate field for its kind. */
function toSpan(span: JsonObject): Span {
  const context = toJsonObject(span["context"]);
  const sent = Object.entries(toJsonObject(span["attributes"]));
  const metadata = sent.flatMap(([key, value]): [string, JsonValue][] =>
    key.startsWith("metadata.") ? [[key.slice("metadata.".length), value]] : [],
  );
  const kind = toText(span["span_kind"]);
  const attributes = new Map(sent.filter(([key]) => !key.startsWith("metadata.")));
  if (metadata.length > 0) attributes.set("metadata", JSON.stringify(Object.fromEntries(metadata)));
  if (kind !== undefined && kind !== "UNKNOWN") attributes.set("openinference.span.kind", kind);
  return {
    traceId: toText(context["trace_id"]) ?? "",
    spanId: toText(context["span_id"]) ?? "",
    parentSpanId: toText(span["parent_id"]) ?? null,
    name: toText(span["name"]) ?? "",
    startTime: toMilliseconds(span["start_time"]),
    endTime: toMilliseconds(span["end_time"]),
    attributes,
    events: toList(span["events"])
      .map(toJsonObject)
      .map((event) => ({
        name: toText(event["name"]) ?? "",
        time: toMilliseconds(event["timestamp"]),
        attributes: new Map(Object.entries(toJsonObject(event["attributes"]))),
      })),
    links: [],
    isFailed: span["status_code"] === "ERROR",
    statusMessage: toText(span["status_message"]) ?? "",
    scope: "",
    resource: new Map(),
  };
}

/** Converts a time to epoch milliseconds, with microseconds as a fraction. */
function toMilliseconds(value: JsonValue | undefined): number | null {
  const time = toTime(value);
  if (time === null) return null;
  const micros = /\.\d{3}(\d{1,3})Z$/u.exec(time)?.[1];
  return (
    Date.parse(time.replace(/(\.\d{3})\d+Z$/u, "$1Z")) +
    (micros === undefined ? 0 : Number(micros.padEnd(3, "0")) / 1_000)
  );
}

const scoreTypes: Readonly<Record<string, ScoreType>> = { HUMAN: "HUMAN", LLM: "AI", CODE: "CODE" };

function scoreRecord(annotation: JsonObject, target: Pick<ScoreConstructor, "stepId" | "threadId">): ImportRecord {
  const result = toJsonObject(annotation["result"]);
  // Annotation ids start from 1 on each server, so the imported id also contains the id of the target.
  const id = importId(platform, "annotation", toText(annotation["id"]) ?? "", target.stepId ?? target.threadId ?? "");
  return buildScore({
    id,
    name: toText(annotation["name"]) ?? "annotation",
    type: scoreTypes[toText(annotation["annotator_kind"]) ?? ""] ?? "CODE",
    value: result["score"] ?? undefined,
    label: toText(result["label"]),
    comment: toText(result["explanation"]),
    scorer: toText(annotation["identifier"]) ?? toText(annotation["user_id"]),
    createdAt: toTime(annotation["created_at"]),
    target,
  });
}

/** Reads datasets with their experiments. Ids start from 1 on each server, so imported ids include names and times. */
async function* datasetPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  for await (const { data, next } of cursored(api, "/v1/datasets", { limit: 50 }, after ?? undefined)) {
    for (const dataset of data) {
      const name = toText(dataset["name"]) ?? "";
      const createdAt = toTime(dataset["created_at"]) ?? undefined;
      const path = `/v1/datasets/${encodeURIComponent(toText(dataset["id"]) ?? "")}`;
      const exampleId = (id: string): string => importId(platform, "example", name, createdAt ?? "", id);
      const content = toJsonObject(toJsonObject(await api.get(`${path}/examples`))["data"]);
      const examples = toList(content["examples"]).map(toJsonObject);
      const description = toText(dataset["description"]);
      const metadata = toMetadata(dataset["metadata"]);
      const records: ImportRecord[] = [{ kind: "dataset", name, description, metadata, createdAt }];
      records.push(...examples.map((example) => exampleRecord(example, name, exampleId(toText(example["id"]) ?? ""))));
      yield { records, next: after ?? "" };
      for (const experiment of await readAll(api, `${path}/experiments`)) {
        yield {
          records: await experimentRecords(api, experiment, { dataset: name, exampleId, examples }),
          next: after ?? "",
        };
      }
    }
    yield { records: [], next: next ?? "" };
  }
}

function exampleRecord(example: JsonObject, dataset: string, id: string): ImportRecord {
  const source = toJsonObject(example["source"]);
  return {
    kind: "dataset item",
    dataset,
    id,
    input: example["input"] ?? {},
    expectedOutput: example["output"] ?? undefined,
    metadata: {
      ...toMetadata(example["metadata"]),
      importedFrom: present({ platform, id: example["id"], spanId: source["span_id"] }),
    },
    createdAt: toTime(example["updated_at"]) ?? undefined,
  };
}

async function experimentRecords(
  api: SourceApi,
  experiment: JsonObject,
  options: {
    readonly dataset: string;
    readonly exampleId: (id: string) => string;
    readonly examples: readonly JsonObject[];
  },
): Promise<ImportRecord[]> {
  const { dataset, exampleId } = options;
  const sourceId = toText(experiment["id"]) ?? "";
  const createdAt = toTime(experiment["created_at"]) ?? undefined;
  const id = importId(platform, "experiment", dataset, createdAt ?? "", sourceId);
  const params = present({
    description: experiment["description"],
    metadata: toMetadata(experiment["metadata"]),
    repetitions: experiment["repetitions"],
    importedFrom: { platform, id: sourceId },
  });
  const records: ImportRecord[] = [
    { kind: "experiment", id, name: toText(experiment["name"]) ?? "", dataset, params, createdAt },
  ];
  const runs = toList(await api.get(`/v1/experiments/${encodeURIComponent(sourceId)}/json`)).map(toJsonObject);
  const scores: ImportRecord[] = [];
  for (const run of runs) {
    const example = toText(run["example_id"]) ?? "";
    const itemId = importId(platform, "experiment item", id, example, toText(run["repetition_number"]) ?? "");
    const traceId = toText(run["trace_id"]);
    const step = traceId === undefined ? undefined : await rootStep(api, toText(experiment["project_name"]), traceId);
    records.push({
      kind: "experiment item",
      item: {
        id: itemId,
        datasetExperimentId: id,
        datasetItemId: exampleId(example),
        experimentRunId: step,
        input: toJsonObject(run["input"]),
        // The API accepts any JSON value.
        output: (run["error"] == null ? run["output"] : { error: run["error"] }) as JsonObject,
      },
    });
    for (const [index, annotation] of toList(run["annotations"]).map(toJsonObject).entries()) {
      scores.push(
        buildScore({
          id: importId(platform, "evaluation", itemId, toText(annotation["name"]) ?? "", index),
          name: toText(annotation["name"]) ?? "evaluation",
          type: scoreTypes[toText(annotation["annotator_kind"]) ?? ""] ?? "CODE",
          value: annotation["score"] ?? undefined,
          label: toText(annotation["label"]),
          comment: toText(annotation["explanation"]),
          createdAt: toTime(annotation["start_time"]),
          target: { datasetExperimentItemId: itemId },
        }),
      );
    }
  }
  return [...records, ...scores];
}

async function rootStep(api: SourceApi, project: string | undefined, traceId: string): Promise<string | undefined> {
  if (project === undefined) return undefined;
  const path = `/v1/projects/${encodeURIComponent(project)}/spans`;
  const [root] = await readAll(api, path, { trace_id: [traceId], parent_id: "null", limit: 1 }).catch(orMissing);
  const spanId = toText(toJsonObject(root?.["context"])["span_id"]);
  return spanId === undefined ? undefined : traceSpanStepId(traceId, spanId);
}
