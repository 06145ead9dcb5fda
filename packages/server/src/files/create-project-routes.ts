import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import { allow } from "../http/authenticate.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { badInput } from "../records/errors.ts";
import type { DatasetRecord } from "../store/datasets.ts";
import type { JsonObject } from "../store/json.ts";
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
    return context.json({ data: dataset && (await exportDataset(store, projectId, dataset)) });
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

async function exportDataset(store: Store, projectId: string, dataset: DatasetRecord): Promise<JsonObject> {
  const [items = []] = await store.datasets.itemsOf(projectId, [dataset.id]);
  return {
    ...dataset,
    createdAt: new Date(dataset.createdAt).toISOString(),
    metadata: dataset.metadata ?? {},
    items: items.map((item) => ({
      ...item,
      createdAt: new Date(item.createdAt).toISOString(),
      metadata: item.metadata ?? {},
      intermediarySteps: item.intermediarySteps && [...item.intermediarySteps],
    })),
  };
}
