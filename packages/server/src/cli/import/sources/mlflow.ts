import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { fromText, toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { CommandError } from "../../command-error.ts";
import { importId } from "../derive-import-id.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import { type QueryParameters, SourceApi } from "../source-api.ts";
import type { SourceOptions } from "../source-options.ts";
import {
  datasetRecord,
  experimentId,
  experimentRecord,
  inputKey,
  itemRecord,
  promptRecord,
  traceAndScores,
} from "./mlflow-records.ts";
import { keyVariables } from "../../import-platforms.ts";

const pageSize = 100;
const tracesPerRequest = 10;

/** Opens MLflow as a source: the REST API of its tracking server. */
export function openMlflow({ places, env, project, requestsPerSecond }: SourceOptions): ImportSource {
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    throw new CommandError("Specify the URL of the MLflow tracking server, such as http://127.0.0.1:5000.");
  }
  const api = new SourceApi({
    url,
    headers: readHeaders(env),
    keyVariables: keyVariables.mlflow,
    requestsPerSecond,
  });
  const experiments = readOnce(() => readExperiments(api, project));
  // Dataset items by input, because evaluations refer to the input and not to an id.
  const items = new Map<string, string>();
  const evaluations = new Map<string, string>();
  return {
    place: project === undefined ? api.place : `${api.place}, experiment ${project}`,
    isLocal: false,
    neverMoved: ["metrics and parameters of runs", "models", "artifacts", "labeling sessions", "scorers"],
    sections: [
      { name: "prompts", isReferred: true, pages: () => promptPages(api) },
      {
        name: "datasets",
        isReferred: true,
        pages: async function* () {
          yield* datasetPages(api, await experiments(), items);
        },
      },
      {
        name: "evaluations",
        isReferred: true,
        pages: async function* () {
          yield* evaluationPages(api, await experiments(), evaluations);
        },
      },
      {
        name: "traces",
        pages: async function* (after) {
          yield* tracePages(api, { experiments: await experiments(), items, evaluations }, after);
        },
      },
    ],
  };
}

function readHeaders(env: SourceOptions["env"]): Record<string, string> {
  const { MLFLOW_TRACKING_TOKEN: token, MLFLOW_TRACKING_USERNAME: user, MLFLOW_TRACKING_PASSWORD: password } = env;
  if (token) return { authorization: `Bearer ${token}` };
  if (!user) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}` };
}

function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}

/** Reads a paged list: with POST if `body` contains the search, otherwise with GET. */
async function* searched(
  api: SourceApi,
  path: string,
  options: {
    readonly field: string;
    readonly body?: JsonObject;
    readonly query?: QueryParameters;
    readonly from?: string;
  },
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly next: string | null }> {
  const { field, body, query = {} } = options;
  for (let token = options.from; ;) {
    const paged = token === undefined ? {} : { page_token: token };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = await (body === undefined
      ? api.get(path, { ...query, ...paged })
      : api.post(path, { ...body, ...paged }));
    const found = toJsonObject(answer);
    token = toText(found["next_page_token"]);
    const list = fromText(found[field] ?? null);
    yield { data: toList(list).map(toJsonObject), next: token ?? null };
    if (token === undefined) return;
  }
}

async function readAll(...parameters: Parameters<typeof searched>): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const { data } of searched(...parameters)) all.push(...data);
  return all;
}

/** Reads the experiments, which are MLflow's projects: each contains the traces of an application. */
async function readExperiments(api: SourceApi, project: string | undefined): Promise<readonly JsonObject[]> {
  const body = { max_results: 1_000 };
  const all = await readAll(api, "/api/2.0/mlflow/experiments/search", { field: "experiments", body });
  const found = all
    .filter(({ name }) => project === undefined || name === project)
    .toSorted((one, other) => Number(one["experiment_id"]) - Number(other["experiment_id"]));
  if (found.length === 0 && project !== undefined) throw new CommandError(`MLflow has no experiment "${project}".`);
  return found;
}

async function* promptPages(api: SourceApi): AsyncGenerator<Page> {
  const isPrompt = "tags.`mlflow.prompt.is_prompt` = 'true'";
  const list = { field: "registered_models", query: { filter: isPrompt, max_results: pageSize } };
  for await (const { data, next } of searched(api, "/api/2.0/mlflow/registered-models/search", list)) {
    const records: ImportRecord[] = [];
    for (const prompt of data) {
      const name = toText(prompt["name"]) ?? "";
      const filter = `name='${name.replaceAll("'", "''")}' and ${isPrompt}`;
      const query = { filter, max_results: pageSize };
      const versions = await readAll(api, "/api/2.0/mlflow/model-versions/search", { field: "model_versions", query });
      const aliases = toList(prompt["aliases"]).map(toJsonObject);
      const served = toText(aliases.find(({ alias }) => alias === "production")?.["version"]);
      const ordered = versions.toSorted((one, other) => Number(one["version"]) - Number(other["version"]));
      const newest = toText(ordered.at(-1)?.["version"]);
      for (const version of ordered) {
        records.push(promptRecord(name, version, toText(version["version"]) === (served ?? newest)));
      }
    }
    yield { records, next: next ?? "" };
  }
}

async function* datasetPages(
  api: SourceApi,
  experiments: readonly JsonObject[],
  items: Map<string, string>,
): AsyncGenerator<Page> {
  const ids = experiments.flatMap((each) => toText(each["experiment_id"]) ?? []);
  const list = { field: "datasets", body: { experiment_ids: ids, max_results: pageSize } };
  for await (const { data } of searched(api, "/api/3.0/mlflow/datasets/search", list)) {
    for (const dataset of data) {
      yield { records: [datasetRecord(dataset)], next: "" };
      const name = toText(dataset["name"]) ?? "";
      const path = `/api/3.0/mlflow/datasets/${encodeURIComponent(toText(dataset["dataset_id"]) ?? "")}/records`;
      for await (const page of searched(api, path, { field: "records", query: { max_results: pageSize } })) {
        const records = page.data.map((record) => itemRecord(record, name));
        for (const [index, { kind, ...record }] of records.entries()) {
          const input = page.data[index]?.["inputs"];
          if (kind === "dataset item" && "id" in record) items.set(inputKey(name, input), record.id);
        }
        yield { records, next: "" };
      }
    }
  }
}

/** Reads the runs of `mlflow.genai.evaluate`. Adds the dataset name of each run to `evaluations`, by run id. */
async function* evaluationPages(
  api: SourceApi,
  experiments: readonly JsonObject[],
  evaluations: Map<string, string>,
): AsyncGenerator<Page> {
  const ids = experiments.flatMap((each) => toText(each["experiment_id"]) ?? []);
  const body = { experiment_ids: ids, filter: "tags.`mlflow.runType` = 'genai_evaluate'", max_results: pageSize };
  for await (const { data } of searched(api, "/api/2.0/mlflow/runs/search", { field: "runs", body })) {
    const records = data.map((run) => {
      const record = experimentRecord(run);
      const runId = toText(toJsonObject(run["info"])["run_id"]) ?? "";
      evaluations.set(runId, record.dataset ?? "");
      return record;
    });
    yield { records, next: "" };
  }
}

async function* tracePages(
  api: SourceApi,
  known: {
    readonly experiments: readonly JsonObject[];
    readonly items: ReadonlyMap<string, string>;
    readonly evaluations: ReadonlyMap<string, string>;
  },
  after: string | null,
): AsyncGenerator<Page> {
  // `after` consists of the experiment index and the page token within the experiment.
  const [from = "0", token = ""] = (after ?? "0").split(" ");
  for (const [index, experiment] of known.experiments.entries()) {
    if (index < Number(from)) continue;
    const body = {
      locations: [
        { type: "MLFLOW_EXPERIMENT", mlflow_experiment: { experiment_id: experiment["experiment_id"] ?? null } },
      ],
      max_results: pageSize,
      order_by: ["timestamp_ms ASC"],
    };
    const first = index === Number(from) && token !== "" ? { from: token } : {};
    let current = index === Number(from) ? token : "";
    const list = searched(api, "/api/3.0/mlflow/traces/search", { field: "traces", body, ...first });
    for await (const { data, next } of list) {
      const ids = data.flatMap((trace) => toText(trace["trace_id"]) ?? []);
      for (let start = 0; start < ids.length; start += tracesPerRequest) {
        const query = { trace_ids: ids.slice(start, start + tracesPerRequest) };
        const { traces } = toJsonObject(await api.get("/api/3.0/mlflow/traces/batchGet", query));
        const records = toList(traces)
          .map(toJsonObject)
          .flatMap((trace) => recordsOf(trace, toText(experiment["name"]) ?? "", known));
        yield { records, next: `${index} ${current}` };
      }
      current = next ?? "";
      yield { records: [], next: next === null ? String(index + 1) : `${index} ${next}` };
    }
  }
}

function recordsOf(
  trace: JsonObject,
  project: string,
  known: { readonly items: ReadonlyMap<string, string>; readonly evaluations: ReadonlyMap<string, string> },
): ImportRecord[] {
  const metadata = toJsonObject(toJsonObject(trace["trace_info"])["trace_metadata"]);
  const runId = toText(metadata["mlflow.sourceRun"]) ?? "";
  const dataset = known.evaluations.get(runId);
  const traceId = toText(toJsonObject(trace["trace_info"])["trace_id"]) ?? "";
  const itemId = dataset === undefined ? undefined : importId("mlflow", "experiment item", runId, traceId);
  const { records, scores, rootId } = traceAndScores(trace, project, itemId);
  if (dataset === undefined || itemId === undefined) return [...records, ...scores];
  const [input, output] = [valueOf(metadata["mlflow.traceInputs"]), valueOf(metadata["mlflow.traceOutputs"])];
  const item: ImportRecord = {
    kind: "experiment item",
    item: {
      id: itemId,
      datasetExperimentId: experimentId(runId),
      datasetItemId: known.items.get(inputKey(dataset, input)),
      experimentRunId: rootId,
      input: input as JsonObject, // the API accepts any JSON
      output: output as JsonObject,
    },
  };
  return [...records, item, ...scores];
}

function valueOf(value: JsonValue | undefined): JsonValue {
  return fromText(value ?? null);
}
