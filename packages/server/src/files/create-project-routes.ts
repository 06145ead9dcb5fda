import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { allow } from "../http/authenticate.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { badInput } from "../records/errors.ts";
import type { DatasetRecord } from "../store/datasets.ts";
import type { Store } from "../store/store.ts";

export interface ProjectRoutesOptions {
  readonly store: Store;
  readonly authenticate: MiddlewareHandler<AppEnv>;
}

/**
 * `POST /api/my-project` tells the project of the request. `POST /api/export/dataset` answers a dataset with its items, by `id` or
 * else by `name`; `{"data":null}` with status 200 when there is none, which is how clients tell "not found".
 */
export function createProjectRoutes({ store, authenticate }: ProjectRoutesOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post("/api/my-project", authenticate, allow("read", "ingest", "write"), (context) =>
    context.json({ projectId: context.get("project").id }),
  );

  routes.post("/api/export/dataset", authenticate, allow("read"), async (context) => {
    const projectId = context.get("project").id;
    const dataset = await findDataset(store, projectId, await readJsonObject(context.req.raw));
    if (!dataset) return context.json({ data: null });
    const parts = exportDataset(store, projectId, dataset);
    return context.body(streamOf(parts), 200, { "content-type": "application/json; charset=utf-8" });
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
  if (typeof value !== "string") throw badInput(field, "must be a text");
  return value;
}

/** Items that are read at a time. */
const portion = 20;

/** The dataset as JSON, in parts that are read as they are sent. */
async function* exportDataset(store: Store, projectId: string, dataset: DatasetRecord): AsyncGenerator<string> {
  const fields = { ...dataset, createdAt: new Date(dataset.createdAt).toISOString(), metadata: dataset.metadata ?? {} };
  yield `{"data":${JSON.stringify(fields).slice(0, -1)},"items":[`;
  for (let skip = 0; ; skip += portion) {
    // oxlint-disable-next-line no-await-in-loop -- one portion after the other
    const items = await store.datasets.itemPage(projectId, dataset.id, { first: portion, skip });
    const texts = items.map((item) =>
      JSON.stringify({
        ...item,
        createdAt: new Date(item.createdAt).toISOString(),
        metadata: item.metadata ?? {},
        intermediarySteps: item.intermediarySteps && [...item.intermediarySteps],
      }),
    );
    if (texts.length > 0) yield `${skip === 0 ? "" : ","}${texts.join(",")}`;
    if (items.length < portion) break;
  }
  yield "]}}";
}

const encoder = new TextEncoder();

/** A body that asks for its next part when the client has taken the one before. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
