import { exportedCell, itemColumns, neutralCell } from "@threadline/schema/csv-cells";
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { actorName } from "../access/actor.ts";
import type { Answers } from "../answers/answers.ts";
import { portionedBody } from "../answers/portioned-body.ts";
import type { Portion } from "../answers/portioned-body.ts";
import { writeInPortions } from "../answers/write-in-portions.ts";
import { allow } from "../http/authenticate.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { badInput } from "../records/errors.ts";
import { readVersion } from "../records/dataset-version.ts";
import { forCaller } from "../store/caller.ts";
import type { DatasetItemRecord, DatasetRecord } from "../store/datasets.ts";
import type { Store } from "../store/store.ts";

export interface ProjectRoutesOptions {
  readonly store: Store;
  readonly authenticate: MiddlewareHandler<AppEnv>;
  readonly answers: Answers;
  /** Time after which a response that the client does not read is aborted, in milliseconds. */
  readonly maxUnreadMs: number;
}

/**
 * Creates two routes.
 *
 * `POST /api/my-project` returns the id of the project of the request.
 *
 * `POST /api/export/dataset` returns a dataset with its items. The body selects the dataset by `id` or, if there is no
 * `id`, by `name`. The fields `version` and `split` restrict the items. With the `format` `jsonl` or `csv`, the
 * response contains only the items, one per line. If the dataset is not found, the response is `{"data":null}` with the
 * status 200, which published clients expect.
 */
export function createProjectRoutes({ store, authenticate, answers, maxUnreadMs }: ProjectRoutesOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/my-project", authenticate, allow("read", "ingest", "write"), (context) =>
    context.json({ projectId: context.get("project").id }),
  );

  routes.post("/api/export/dataset", authenticate, allow("read"), async (context) => {
    const projectId = context.get("project").id;
    const body = await readJsonObject(context.req.raw);
    const format = readFormat(body["format"]);
    const dataset = await findDataset(store, projectId, body);
    if (!dataset) return context.json({ data: null });
    const selection = readSelection(dataset, body);
    const { signal } = context.req.raw;
    const items = writeInPortions({
      answers,
      holder: actorName(context.get("actor")),
      read: (page) =>
        forCaller(signal, () => store.datasets.itemPage(projectId, dataset.id, { ...page, ...selection })),
      write: format === null ? writeItems : writersOf[format],
      signal,
    });
    const portions = format === null ? withItems(dataset, items) : format === "csv" ? withHeader(items) : items;
    // The first portion is read before the status is sent, so that an error can still determine the status.
    const { value: first } = await portions.next();
    if (!first) throw new Error("The dataset export produced no content");
    const stream = portionedBody(first, portions, { maxUnreadMs, endConnection: context.env?.end });
    return context.body(stream, 200, { "content-type": `${contentTypes[format ?? "json"]}; charset=utf-8` });
  });
  return routes;
}

async function findDataset(
  store: Store,
  projectId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<DatasetRecord | null> {
  const id = optionalText("id", body["id"]);
  if (id !== null) return (await store.datasets.getMany(projectId, [id]))[0] ?? null;
  const name = optionalText("name", body["name"]);
  return name === null ? null : store.datasets.findByName(projectId, name);
}

type LineFormat = "csv" | "jsonl";

const contentTypes = { json: "application/json", jsonl: "application/x-ndjson", csv: "text/csv" } as const;

const writersOf: Readonly<Record<LineFormat, (items: readonly DatasetItemRecord[]) => string>> = {
  csv: (items) => items.map((item) => csvLine(cellsOf(item))).join(""),
  jsonl: (items) => items.map((item) => `${JSON.stringify(lineOf(item))}\n`).join(""),
};

function readFormat(value: unknown): LineFormat | null {
  if (value === undefined || value === null || value === "json") return null;
  if (value === "csv" || value === "jsonl") return value;
  throw badInput("format", "must be one of json, jsonl, csv");
}

function readSelection(
  dataset: DatasetRecord,
  body: Readonly<Record<string, unknown>>,
): { readonly version: number | undefined; readonly split: string | undefined } {
  const { version } = body;
  const split = optionalText("split", body["split"]) ?? undefined;
  if (version === undefined || version === null) return { version: undefined, split };
  if (typeof version !== "number" || !Number.isSafeInteger(version)) throw badInput("version", "must be an integer");
  return { version: readVersion("version", dataset, version), split };
}

async function* withHeader(portions: AsyncGenerator<Portion, void>): AsyncGenerator<Portion, void> {
  let header = csvLine(itemColumns);
  for await (const { text, answer } of portions) {
    yield { text: `${header}${text}`, answer };
    header = "";
  }
}

function lineOf(item: DatasetItemRecord): Record<(typeof itemColumns)[number], unknown> {
  const { id, createdAt, input, expectedOutput, metadata, splits, stepId } = item;
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    input,
    expectedOutput,
    metadata: metadata ?? {},
    splits,
    stepId,
  };
}

function cellsOf({ id, createdAt, input, expectedOutput, metadata, splits, stepId }: DatasetItemRecord): string[] {
  const [inputCell, expectedCell, metadataCell] = [input, expectedOutput, metadata ?? {}].map(exportedCell);
  const time = new Date(createdAt).toISOString();
  return [id, time, inputCell ?? "", expectedCell ?? "", metadataCell ?? "", splits.join(", "), stepId ?? ""];
}

/** Formats a CSV row (RFC 4180) in which no cell is a formula. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const text = String(neutralCell(cell));
    return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(",")}\r\n`;
}

function optionalText(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw badInput(field, "must be a string");
  return value;
}

async function* withItems(
  dataset: DatasetRecord,
  portions: AsyncGenerator<Portion, void>,
): AsyncGenerator<Portion, void> {
  const { id, createdAt, name, description, metadata, type, version, itemSchema } = dataset;
  const fields = {
    id,
    createdAt: new Date(createdAt).toISOString(),
    name,
    description,
    metadata: metadata ?? {},
    type,
    version,
    itemSchema,
  };
  let before = `{"data":${JSON.stringify(fields).slice(0, -1)},"items":[`;
  let separator = "";
  for await (const { text, answer } of portions) {
    yield { text: `${before}${text === "" ? "" : separator}${text}`, answer };
    before = "";
    if (text !== "") separator = ",";
  }
  yield { text: "]}}", answer: null };
}

function writeItems(items: readonly DatasetItemRecord[]): string {
  const texts = items.map((item) =>
    JSON.stringify({
      id: item.id,
      createdAt: new Date(item.createdAt).toISOString(),
      datasetId: item.datasetId,
      metadata: item.metadata ?? {},
      input: item.input,
      expectedOutput: item.expectedOutput,
      intermediarySteps: item.intermediarySteps,
      stepId: item.stepId,
      splits: item.splits,
      version: item.version,
    }),
  );
  return texts.join(",");
}
