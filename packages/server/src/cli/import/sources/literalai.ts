import type { IGenerationMessage, ITool, ScoreConstructor, StepConstructor } from "@threadline/core";
import type { JsonObject } from "../../../json/json-value.ts";
import { given, toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { CommandError } from "../../command-error.ts";
import { openFiles } from "../open-files.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource, Page } from "../import-source.ts";
import { toMetadata, toTime } from "../read-source-values.ts";
import { requireKey } from "../require-key.ts";
import { SourceApi } from "../source-api.ts";
import type { SourceOptions } from "../source-options.ts";
import { keyVariables } from "../../import-platforms.ts";

const pageSize = 50;
const neverMoved = ["experiments, which its API does not list", "uploaded files", "rollouts of prompts"];

/**
 * Opens Literal AI, or a service with the same API, as a source. `places` is the URL of the API, or a list of JSON
 * files. The files contain records in the format in which the Literal AI clients return them. Threads, steps and scores
 * keep their ids.
 */
export function openLiteralAi(options: SourceOptions): ImportSource {
  const { places, env, requestsPerSecond } = options;
  const [url] = places;
  if (url === undefined || !/^https?:/u.test(url)) {
    return openFiles(options, "literalai", { createMapper: () => ({ map: fileRecords }), neverMoved });
  }
  const [key] = requireKey(env, "LITERAL_API_KEY");
  const headers = { "x-api-key": key };
  const api = new SourceApi({ url, headers, keyVariables: keyVariables.literalai, requestsPerSecond });
  return {
    place: api.place,
    isLocal: false,
    neverMoved: [...neverMoved, "prompts, which its API does not list"],
    sections: [
      {
        name: "users",
        pages: (after) => listPages(api, { field: "participants", selection: userFields, after, map: userRecords }),
      },
      {
        name: "threads",
        pages: (after) => listPages(api, { field: "threads", selection: threadFields, after, map: threadRecords }),
      },
      {
        name: "runs",
        pages: (after) =>
          listPages(api, {
            field: "steps",
            selection: stepFields,
            after,
            map: stepRecords,
            filters: 'filters: [{ field: "threadId", operator: is, value: null }]',
          }),
      },
      { name: "datasets", pages: (after) => datasetPages(api, after) },
    ],
    async count() {
      const document = `query { participants(first: 1) { totalCount } threads(first: 1) { totalCount } steps(first: 1) { totalCount } datasets(first: 1) { totalCount } }`;
      const { data } = toJsonObject(await api.post("/api/graphql", { query: document }).catch(() => null));
      const counts = toJsonObject(data);
      const of = (field: string): number | undefined => {
        const { totalCount } = toJsonObject(counts[field]);
        return typeof totalCount === "number" ? totalCount : undefined;
      };
      return given({ user: of("participants"), thread: of("threads"), step: of("steps"), dataset: of("datasets") });
    },
  };
}

const userFields = "id identifier metadata";
const scoreFields = "id name type value label scorer comment tags stepId";
const generationFields =
  "type provider model error prompt completion messages messageCompletion variables tools settings " +
  "inputTokenCount outputTokenCount ttFirstToken duration tokenThroughputInSeconds tags";
const stepFields =
  "id threadId parentId rootRunId createdAt startTime endTime type name error input output metadata environment tags " +
  `generation { ${generationFields} } scores { ${scoreFields} } attachments { id name mime url objectKey metadata }`;
const threadFields = `id name metadata tags createdAt participant { identifier } steps { ${stepFields} }`;

async function query(api: SourceApi, document: string, variables: JsonObject): Promise<JsonObject> {
  const { data, errors } = toJsonObject(await api.post("/api/graphql", { query: document, variables }));
  const [error] = toList(errors).map(toJsonObject);
  if (error !== undefined) throw new CommandError(`${api.place}: ${toText(error["message"]) ?? "the query failed"}`);
  return toJsonObject(data);
}

async function* listPages(
  api: SourceApi,
  list: {
    readonly field: string;
    readonly selection: string;
    readonly after: string | null;
    readonly map: (node: JsonObject) => readonly ImportRecord[];
    readonly filters?: string;
  },
): AsyncGenerator<Page> {
  const { field, selection, map, filters = "" } = list;
  const document = `query($after: ID) { ${field}(first: ${pageSize}, after: $after ${filters}) { edges { node { ${selection} } } pageInfo { endCursor hasNextPage } } }`;
  for (let after = list.after; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = toJsonObject((await query(api, document, { after }))[field]);
    const nodes = toList(page["edges"]).map((edge) => toJsonObject(toJsonObject(edge)["node"]));
    const { hasNextPage, endCursor } = toJsonObject(page["pageInfo"]);
    after = toText(endCursor) ?? after;
    if (nodes.length > 0) yield { records: nodes.flatMap(map), next: after ?? "" };
    if (hasNextPage !== true) return;
  }
}

async function* datasetPages(api: SourceApi, after: string | null): AsyncGenerator<Page> {
  const document = `query($after: ID) { datasets(first: ${pageSize}, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } } }`;
  for (let cursor = after; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { datasets } = await query(api, document, { after: cursor });
    const { edges, pageInfo } = toJsonObject(datasets);
    const start = cursor;
    const { hasNextPage, endCursor } = toJsonObject(pageInfo);
    cursor = toText(endCursor) ?? cursor;
    for (const edge of toList(edges)) {
      const { id } = toJsonObject(toJsonObject(edge)["node"]);
      // oxlint-disable-next-line no-await-in-loop -- sequential
      const { data } = toJsonObject(await api.post("/api/export/dataset", { id: id ?? null }));
      yield { records: datasetRecords(toJsonObject(data)), next: start ?? "" };
    }
    yield { records: [], next: cursor ?? "" };
    if (hasNextPage !== true) return;
  }
}

function userRecords(user: JsonObject): ImportRecord[] {
  const identifier = toText(user["identifier"]);
  return identifier === undefined ? [] : [{ kind: "user", identifier, metadata: toMetadata(user["metadata"]) }];
}

function threadRecords(thread: JsonObject): ImportRecord[] {
  const threadId = toText(thread["id"]) ?? "";
  const participant = toJsonObject(thread["participant"]);
  const identifier = toText(participant["identifier"]) ?? toText(thread["participantIdentifier"]);
  const tags = toList(thread["tags"]).flatMap((tag) => toText(tag) ?? []);
  return [
    ...(identifier === undefined ? [] : [{ kind: "user" as const, identifier }]),
    {
      kind: "thread",
      thread: {
        threadId,
        ...given({
          name: toText(thread["name"]),
          metadata: toMetadata(thread["metadata"]),
          participantId: identifier,
          tags: tags.length > 0 ? tags : undefined,
        }),
      },
    },
    ...toList(thread["steps"]).flatMap((step) => stepRecords({ threadId, ...toJsonObject(step) })),
  ];
}

function stepRecords(step: JsonObject): ImportRecord[] {
  const scores = toList(step["scores"]).map(toJsonObject);
  const attachments = toList(step["attachments"]).map(toJsonObject);
  const linked = attachments.filter(({ objectKey, url }) => objectKey == null && typeof url === "string");
  const { scores: _scores, attachments: _attachments, generation, ...fields } = step;
  const { type, ...model } = toJsonObject(generation);
  const hasGeneration = generation != null;
  const id = toText(step["id"]) ?? "";
  const omitted = attachments.length - linked.length;
  return [
    {
      kind: "step",
      // A step of the SDK has the same fields as a step of Literal AI's API, so the fields are copied.
      step: {
        ...fields,
        id,
        name: toText(step["name"]) ?? "",
        ...(hasGeneration && { generation: { ...(type != null && { type }), ...model } }),
        ...(linked.length > 0 && { attachments: linked }),
      } as unknown as StepConstructor & { id: string },
    },
    ...scores.map((score): ImportRecord => ({
      kind: "score",
      score: {
        ...score,
        stepId: toText(score["stepId"]) ?? id,
        createdAt: toTime(score["createdAt"]) ?? undefined,
      } as unknown as ScoreConstructor & { id: string },
    })),
    ...(omitted === 0
      ? []
      : [{ kind: "omission" as const, what: "attachments", reason: "uploaded files are not copied", count: omitted }]),
  ];
}

function datasetRecords(dataset: JsonObject): ImportRecord[] {
  const name = toText(dataset["name"]) ?? "";
  if (name === "") return [];
  return [
    {
      kind: "dataset",
      name,
      description: toText(dataset["description"]),
      metadata: toMetadata(dataset["metadata"]),
      createdAt: toTime(dataset["createdAt"]) ?? undefined,
    },
    ...toList(dataset["items"])
      .map(toJsonObject)
      .map((item): ImportRecord => ({
        kind: "dataset item",
        dataset: name,
        id: toText(item["id"]) ?? "",
        input: item["input"] ?? {},
        expectedOutput: item["expectedOutput"] ?? item["output"] ?? undefined,
        metadata: toMetadata(item["metadata"]),
        createdAt: toTime(item["createdAt"]) ?? undefined,
      })),
  ];
}

function promptRecord(prompt: JsonObject): ImportRecord {
  const name = toText(prompt["name"]) ?? toText(toJsonObject(prompt["lineage"])["name"]) ?? "";
  const tools = toList(prompt["tools"]);
  const settings = toJsonObject(prompt["settings"]);
  return {
    kind: "prompt version",
    reference: { name, version: toText(prompt["version"]) ?? "" },
    // The SDK's types are narrower than the API, which accepts messages with any fields, and any JSON as tools.
    messages: toList(prompt["templateMessages"]) as unknown as IGenerationMessage[],
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    tools: tools.length > 0 ? (tools as unknown as ITool[]) : undefined,
    description: toText(prompt["versionDesc"]),
    createdAt: toTime(prompt["createdAt"]) ?? undefined,
  };
}

/**
 * Maps an object that is recognized by its fields: a thread with `steps`, a step, user, score, dataset with `items`, or
 * prompt.
 */
function fileRecords(object: JsonObject): readonly ImportRecord[] | null {
  const has = (...names: string[]): boolean => names.every((name) => object[name] !== undefined);
  if (has("templateMessages")) return [promptRecord(object)];
  if (has("items", "name")) return datasetRecords(object);
  if (has("id", "steps")) return threadRecords(object);
  if (has("id", "type", "name") && !has("value")) return stepRecords(object);
  if (has("id", "name", "value")) {
    return [{ kind: "score", score: object as unknown as ScoreConstructor & { id: string } }]; // in the API's format
  }
  if (has("identifier")) return userRecords(object);
  return null;
}
