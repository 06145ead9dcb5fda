import type { JsonObject } from "../../../json/json-value.ts";
import { structured, toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { openFiles, type ObjectMapper } from "../open-files.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import { RecentMap } from "../recent-map.ts";
import { contentId } from "../derive-import-id.ts";
import { requireKey } from "../require-key.ts";
import { type QueryParameters, SourceApi } from "../source-api.ts";
import type { SourceOptions } from "../source-options.ts";
import {
  datasetItemRecord,
  datasetRecord,
  experimentItemRecord,
  experimentRecord,
  promptVersionRecord,
  spanRecords,
  threadOf,
  traceRecords,
} from "./opik-records.ts";
import { keyVariables } from "../../import-platforms.ts";

const pageSize = 100;
/** Maximum number of traces whose thread is remembered for their spans. */
const maxTraces = 100_000;

const neverMoved = [
  "attachments",
  "feedback definitions",
  "online evaluation rules",
  "annotation queues",
  "dashboards",
  "optimizations",
  "earlier versions of datasets",
];

/** Opens Opik as a source: its API, or the JSON files of its export command. */
export function openOpik(options: SourceOptions): ImportSource {
  const { places, env, project, requestsPerSecond } = options;
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    return openFiles(options, "opik", { createMapper: () => ({ map: mapFile }), neverMoved });
  }
  // A local installation needs no key.
  const isLocal = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/u.test(url);
  const key = isLocal ? env["OPIK_API_KEY"] : requireKey(env, "OPIK_API_KEY")[0];
  const api = new SourceApi({
    url,
    headers: {
      "Comet-Workspace": env["OPIK_WORKSPACE"] || "default",
      ...(key !== undefined && key !== "" && { authorization: key }),
    },
    keyVariables: keyVariables.opik,
    requestsPerSecond,
  });
  const threads = new RecentMap<string, string | null>(maxTraces);
  return {
    place: project === undefined ? api.place : `${api.place}, project ${project}`,
    isLocal: false,
    neverMoved,
    sections: [
      { name: "prompts", isReferred: true, pages: (after) => promptPages(api, after) },
      { name: "datasets", pages: (after) => datasetPages(api, after) },
      { name: "traces", pages: (after) => tracePages(api, project, { after, threads }) },
      { name: "spans", pages: (after) => spanPages(api, project, { after, threads }) },
      { name: "experiments", pages: (after) => experimentPages(api, after) },
    ],
  };
}

async function* listPages(
  api: SourceApi,
  path: string,
  { query = {}, from = 1 }: { readonly query?: QueryParameters; readonly from?: number } = {},
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly next: number }> {
  for (let page = from; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = toJsonObject(await api.get(`/v1/private/${path}`, { ...query, page, size: pageSize }));
    const data = toList(answer["content"]).map(toJsonObject);
    if (data.length > 0) yield { data, next: page + 1 };
    if (data.length < pageSize) return;
  }
}

async function* promptPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  for await (const { data, next } of listPages(api, "prompts", { from: Number(after ?? 1) })) {
    const records: ImportRecord[] = [];
    for (const prompt of data) {
      const versions: JsonObject[] = [];
      const path = `prompts/${encodeURIComponent(toText(prompt["id"]) ?? "")}/versions`;
      for await (const page of listPages(api, path)) versions.push(...page.data);
      // The source lists the newest version first, but the last record must be the newest version.
      records.push(...promptRecords(toText(prompt["name"]) ?? "", versions.toReversed()));
    }
    yield { records, next: String(next) };
  }
}

function promptRecords(name: string, versions: readonly JsonObject[]): ImportRecord[] {
  return versions.map((version, index) => promptVersionRecord(version, name, index === versions.length - 1));
}

async function* datasetPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const from = Number(after ?? 1);
  for await (const { data, next } of listPages(api, "datasets", { from })) {
    for (const dataset of data) {
      const name = toText(dataset["name"]) ?? "";
      yield { records: [datasetRecord(dataset)], next: String(next - 1) };
      const path = `datasets/${encodeURIComponent(toText(dataset["id"]) ?? "")}/items`;
      for await (const { data: items } of listPages(api, path)) {
        yield { records: items.map((item) => datasetItemRecord(item, name, "")), next: String(next - 1) };
      }
    }
    yield { records: [], next: String(next) };
  }
}

type Threads = RecentMap<string, string | null>;
interface Start {
  readonly after: string | null;
  readonly threads: Threads;
}

/**
 * Reads a list of each project, page by page. The position to continue from has two numbers: the index of the project,
 * and the page in its list.
 */
async function* pagesOfProjects(
  api: SourceApi,
  path: string,
  { project, after }: { readonly project: string | undefined; readonly after: string | null },
): AsyncGenerator<{ readonly data: readonly JsonObject[]; readonly project: string; readonly next: string }> {
  const [first = 0, firstPage = 1] = (after ?? "0 1").split(" ").map(Number);
  let index = 0;
  for await (const { data: projects } of listPages(api, "projects", { query: { sorting: oldestFirst } })) {
    for (const { id, name } of projects) {
      const projectName = toText(name) ?? "";
      if (project !== undefined && projectName !== project) continue;
      const number = index;
      index += 1;
      if (number < first) continue;
      const from = number === first ? firstPage : 1;
      const query = { project_id: toText(id), truncate: false };
      for await (const { data, next } of listPages(api, path, { query, from })) {
        yield { data, project: projectName, next: `${number} ${next}` };
      }
    }
  }
}

/** Orders projects by creation, so that they keep their index when another one is added. */
const oldestFirst = JSON.stringify([{ field: "created_at", direction: "ASC" }]);

async function* tracePages(api: SourceApi, only: string | undefined, start: Start): AsyncGenerator<Page> {
  const { after, threads } = start;
  for await (const { data, project, next } of pagesOfProjects(api, "traces", { project: only, after })) {
    for (const trace of data) threads.set(toText(trace["id"]) ?? "", threadOf(trace));
    yield { records: data.flatMap((trace) => traceRecords(trace, project)), next };
  }
}

async function* spanPages(api: SourceApi, only: string | undefined, start: Start): AsyncGenerator<Page> {
  const { after, threads } = start;
  for await (const { data, project, next } of pagesOfProjects(api, "spans", { project: only, after })) {
    const records: ImportRecord[] = [];
    for (const span of data) {
      const traceId = toText(span["trace_id"]) ?? "";
      if (!threads.has(traceId)) {
        // If an earlier run of the import has read the trace, its thread is unknown in this run, so the trace is
        // requested.
        const trace = await api.get(`/v1/private/traces/${encodeURIComponent(traceId)}`).catch(() => null);
        threads.set(traceId, threadOf(toJsonObject(trace)));
      }
      records.push(...spanRecords(span, { threadId: threads.get(traceId) ?? null, project }));
    }
    yield { records, next };
  }
}

async function* experimentPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  for await (const { data, next } of listPages(api, "experiments", { from: Number(after ?? 1) })) {
    for (const experiment of data) {
      const id = toText(experiment["id"]) ?? "";
      yield { records: [experimentRecord(experiment)], next: String(next - 1) };
      for await (const items of experimentItems(api, toText(experiment["name"]) ?? "")) {
        // The items are read by the experiment's name, which other experiments may have, too.
        const own = items.filter((item) => item["experiment_id"] === id);
        yield { records: own.map((item) => experimentItemRecord(item, id)), next: String(next - 1) };
      }
    }
    yield { records: [], next: String(next) };
  }
}

const maxItems = 500;

async function* experimentItems(api: SourceApi, name: string): AsyncGenerator<readonly JsonObject[]> {
  for (let last: string | undefined; ;) {
    const body = { experiment_name: name, limit: maxItems, last_retrieved_id: last };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const items = (await api.postLines("/v1/private/experiments/items/stream", body)).map(toJsonObject);
    yield items;
    last = toText(items.at(-1)?.["id"]);
    if (items.length < maxItems || last === undefined) return;
  }
}

/** Maps a file of `opik export`: a trace with its spans, a dataset with its items, an experiment, or a prompt. */
const mapFile: ObjectMapper["map"] = (object, { name }) => {
  const { trace, spans, items, experiment, dataset, history, project_name: project } = object;
  if (trace !== undefined) {
    const owner = { threadId: threadOf(toJsonObject(trace)), project: toText(project) };
    const children = toList(spans).flatMap((span) => spanRecords(toJsonObject(span), owner));
    return [...traceRecords(toJsonObject(trace), owner.project), ...children];
  }
  if (experiment !== undefined) {
    const own = toJsonObject(experiment);
    const id = toText(own["id"]) ?? contentId(object);
    const owner = toText(own["dataset_name"]) ?? "";
    const records = toList(items).map((item) => {
      // The files of datasets contain no item ids. The id of an item is therefore derived from its content without
      // `id`.
      const { id: _id, ...content } = toJsonObject(structured(toJsonObject(item)["dataset_item_data"] ?? null));
      const hasContent = Object.keys(content).length > 0;
      const fileId = hasContent ? datasetItemFileId(owner, content) : undefined;
      return experimentItemRecord({ ...toJsonObject(item), ...(fileId && { dataset_item_id: fileId }) }, id);
    });
    return [experimentRecord({ ...own, id }), ...records];
  }
  if (history !== undefined || object["current_version"] !== undefined) {
    const newest = toJsonObject(object["current_version"]);
    const older = toList(history).map(toJsonObject);
    const rest = older.filter(({ commit }) => commit !== newest["commit"]).toReversed();
    return promptRecords(toText(object["name"]) ?? name, [...rest, newest]);
  }
  // Skips `project.json`, which has only these two fields and contains nothing to import.
  if (Object.keys(object).toSorted().join() === "id,name") return [];
  if (!Array.isArray(items)) return null;
  const owner = { ...object, ...toJsonObject(dataset) };
  const title = toText(owner["name"]) ?? name;
  const records = items.map((each) => {
    const { id: _id, ...item } = toJsonObject(each);
    return datasetItemRecord(item, title, datasetItemFileId(title, toJsonObject(item["data"] ?? item)));
  });
  return [datasetRecord({ ...owner, name: title }), ...records];
};

/** Derives the id of a dataset item from its content, because files contain neither ids nor positions. */
function datasetItemFileId(dataset: string, content: JsonObject): string {
  return `${dataset} ${contentId(content)}`;
}
