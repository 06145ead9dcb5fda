import type { JsonObject } from "../../../json/json-value.ts";
import { toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { openFiles, type ObjectMapper } from "../open-files.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import { RecentMap } from "../recent-map.ts";
import { requireKey } from "../require-key.ts";
import { SourceApi } from "../source-api.ts";
import type { SourceOptions } from "../source-options.ts";
import {
  datasetItemRecord,
  datasetRecord,
  eventRecords,
  experimentRecord,
  isRoot,
  promptRecord,
  rootOf,
  type TraceRoot,
  traceOf,
} from "./braintrust-records.ts";
import { keyVariables } from "../../import-platforms.ts";

const pageSize = 100;
/** Maximum number of traces whose root is remembered for their nested events. */
const maxTraces = 100_000;

const neverMoved = [
  "functions, tools and scorers",
  "score configurations",
  "attachments",
  "views",
  "automations",
  "earlier versions of prompts and datasets",
];

/** Opens Braintrust as a source: its API, or JSON files of events (logs, experiments and datasets). */
export function openBraintrust(options: SourceOptions): ImportSource {
  const { places, env, project, requestsPerSecond } = options;
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    return openFiles(options, "braintrust", { createMapper: createFileMapper, neverMoved });
  }
  const [key] = requireKey(env, "BRAINTRUST_API_KEY");
  const api = new SourceApi({
    url: url.replace(/\/v1\/?$/u, ""),
    headers: { authorization: `Bearer ${key}` },
    keyVariables: keyVariables.braintrust,
    requestsPerSecond,
  });
  return {
    place: project === undefined ? api.place : `${api.place}, project ${project}`,
    isLocal: false,
    neverMoved,
    sections: [
      { name: "prompts", pages: (after) => promptPages(api, project, after) },
      { name: "datasets", pages: (after) => datasetPages(api, project, after) },
      { name: "experiments", pages: (after) => experimentPages(api, project, after) },
      { name: "logs", pages: (after) => logPages(api, project, after) },
    ],
  };
}

async function* listObjects(
  api: SourceApi,
  kind: string,
  { project, after }: { readonly project: string | undefined; readonly after: string | undefined },
): AsyncGenerator<JsonObject> {
  for (let last = after; ;) {
    const query = { project_name: project, limit: pageSize, starting_after: last };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const objects = toList(toJsonObject(await api.get(`/v1/${kind}`, query))["objects"]).map(toJsonObject);
    yield* objects;
    last = toText(objects.at(-1)?.["id"]);
    if (objects.length < pageSize || last === undefined) return;
  }
}

async function* fetchEvents(
  api: SourceApi,
  path: string,
  first: string | undefined,
): AsyncGenerator<{ readonly events: readonly JsonObject[]; readonly next: string | undefined }> {
  for (let cursor = first; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = toJsonObject(await api.post(`/v1/${path}/fetch`, { limit: pageSize, cursor }));
    cursor = toText(answer["cursor"]);
    const events = toList(answer["events"]).map(toJsonObject);
    if (events.length === 0) return;
    yield { events, next: cursor };
    if (cursor === undefined) return;
  }
}

async function* promptPages(api: SourceApi, project: string | undefined, after: string | null): AsyncGenerator<Page> {
  for await (const prompt of listObjects(api, "prompt", { project, after: after ?? undefined })) {
    yield { records: [promptRecord(prompt)], next: toText(prompt["id"]) ?? "" };
  }
}

/**
 * Reads the events of all objects of a kind, page by page. A position has two parts: the id of the last object that was
 * read completely, and the cursor in the next object. For example, after `a1 c7`, reading continues at the cursor `c7`
 * of the object after `a1`.
 */
async function* pagesOfObjects(
  api: SourceApi,
  kind: string,
  {
    project,
    after,
    path,
  }: { readonly project: string | undefined; readonly after: string | null; readonly path: string },
): AsyncGenerator<{ readonly object: JsonObject; readonly events: readonly JsonObject[]; readonly next: string }> {
  const [last = "", firstCursor = ""] = (after ?? "").split(" ");
  let done = last;
  let cursor = firstCursor;
  for await (const object of listObjects(api, kind, { project, after: last || undefined })) {
    const id = toText(object["id"]) ?? "";
    yield { object, events: [], next: `${done} ${cursor}` };
    for await (const { events, next } of fetchEvents(api, `${path}/${encodeURIComponent(id)}`, cursor || undefined)) {
      yield { object, events, next: next === undefined ? id : `${done} ${next}` };
    }
    [done, cursor] = [id, ""];
  }
}

async function* datasetPages(api: SourceApi, project: string | undefined, after: string | null): AsyncGenerator<Page> {
  const pages = pagesOfObjects(api, "dataset", { project, after, path: "dataset" });
  for await (const { object, events, next } of pages) {
    const name = toText(object["name"]) ?? "";
    const items = events.map((record) => datasetItemRecord(record, name));
    yield { records: items.length === 0 ? [datasetRecord(object)] : items, next };
  }
}

async function* experimentPages(
  api: SourceApi,
  project: string | undefined,
  after: string | null,
): AsyncGenerator<Page> {
  const names = new Map<string, string>();
  for await (const { id, name } of listObjects(api, "dataset", { project, after: undefined })) {
    names.set(toText(id) ?? "", toText(name) ?? "");
  }
  const roots: Roots = new RecentMap(maxTraces);
  const pages = pagesOfObjects(api, "experiment", { project, after, path: "experiment" });
  for await (const { object, events, next } of pages) {
    const experiment = toText(object["id"]) ?? "";
    const records = recordsOf(events, { roots, project: undefined, experiment });
    const own = experimentRecord(object, names.get(toText(object["dataset_id"]) ?? ""));
    yield { records: events.length === 0 ? [own] : records, next };
  }
}

async function* logPages(api: SourceApi, project: string | undefined, after: string | null): AsyncGenerator<Page> {
  const roots: Roots = new RecentMap(maxTraces);
  const pages = pagesOfObjects(api, "project", { project, after, path: "project_logs" });
  for await (const { object, events, next } of pages) {
    yield { records: recordsOf(events, { roots, project: toText(object["name"]), experiment: null }), next };
  }
}

type Roots = RecentMap<string, TraceRoot>;

/**
 * Converts the events of a page. Stores its root events in `roots` before that, because every event of a trace needs
 * the data of its root.
 */
function recordsOf(
  events: readonly JsonObject[],
  {
    roots,
    ...place
  }: { readonly roots: Roots; readonly project: string | undefined; readonly experiment: string | null },
): ImportRecord[] {
  for (const event of events) if (isRoot(event)) roots.set(traceOf(event), rootOf(event));
  return events.flatMap((event) => eventRecords(event, { ...place, root: roots.get(traceOf(event)) ?? null }));
}

function isSpan(event: JsonObject): boolean {
  return event["span_id"] !== undefined && event["dataset_id"] === undefined;
}

/** Maps records in the API's format: prompts, and the events of logs, experiments (`experiment_id`) and datasets. */
function createFileMapper(): ObjectMapper {
  const roots: Roots = new RecentMap(Number.POSITIVE_INFINITY);
  return {
    prepare: (event) => {
      if (isSpan(event) && isRoot(event)) roots.set(traceOf(event), rootOf(event));
    },
    map: (event, { name }) => {
      if (event["prompt_data"] !== undefined) return [promptRecord(event)];
      if (isSpan(event)) {
        const experiment = toText(event["experiment_id"]) ?? null;
        const place = {
          root: roots.get(traceOf(event)) ?? null,
          project: toText(event["project_id"]),
          experiment,
        };
        const records = eventRecords(event, place);
        if (experiment === null) return records;
        return [experimentRecord({ id: experiment, name, created: event["created"] ?? null }, undefined), ...records];
      }
      if (event["input"] === undefined || event["id"] === undefined) return null;
      return [datasetRecord({ name }), datasetItemRecord(event, name)];
    },
  };
}
