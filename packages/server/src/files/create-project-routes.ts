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
import { forCaller } from "../store/caller.ts";
import type { DatasetItemRecord, DatasetRecord } from "../store/datasets.ts";
import type { Store } from "../store/store.ts";

export interface ProjectRoutesOptions {
  readonly store: Store;
  readonly authenticate: MiddlewareHandler<AppEnv>;
  /** Limits the memory of responses. */
  readonly answers: Answers;
  /** Time after which a response that the client does not read is aborted, in milliseconds. */
  readonly maxUnreadMs: number;
}

/**
 * Routes for published clients. `POST /api/my-project` returns the project of the request. `POST /api/export/dataset`
 * returns a dataset with its items, by `id` or otherwise by `name`. If it is not found, the response is `{"data":null}`
 * with status 200, on which clients rely.
 */
export function createProjectRoutes({ store, authenticate, answers, maxUnreadMs }: ProjectRoutesOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/my-project", authenticate, allow("read", "ingest", "write"), (context) =>
    context.json({ projectId: context.get("project").id }),
  );

  routes.post("/api/export/dataset", authenticate, allow("read"), async (context) => {
    const projectId = context.get("project").id;
    const dataset = await findDataset(store, projectId, await readJsonObject(context.req.raw));
    if (!dataset) return context.json({ data: null });
    const { signal } = context.req.raw;
    const items = writeInPortions({
      answers,
      holder: actorName(context.get("actor")),
      read: (page) => forCaller(signal, () => store.datasets.itemPage(projectId, dataset.id, page)),
      write: writeItems,
      signal,
    });
    const portions = withItems(dataset, items);
    // Read before the status is sent, so that an error can still determine the status.
    const { value: first } = await portions.next();
    if (!first) throw new Error("The dataset export has no first portion");
    const body = portionedBody(first, portions, { maxUnreadMs, endConnection: context.env?.end });
    return context.body(body, 200, { "content-type": "application/json; charset=utf-8" });
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

function optionalText(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw badInput(field, "must be a string");
  return value;
}

/** Writes the JSON of a dataset. Its items are written in portions. */
async function* withItems(
  dataset: DatasetRecord,
  portions: AsyncGenerator<Portion, void>,
): AsyncGenerator<Portion, void> {
  const fields = { ...dataset, createdAt: new Date(dataset.createdAt).toISOString(), metadata: dataset.metadata ?? {} };
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
      ...item,
      createdAt: new Date(item.createdAt).toISOString(),
      metadata: item.metadata ?? {},
      intermediarySteps: item.intermediarySteps && [...item.intermediarySteps],
    }),
  );
  return texts.join(",");
}
