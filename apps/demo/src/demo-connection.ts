import type { Threadline } from "@threadline/core";
import { askService, type Service } from "./ask-service.ts";
import { demoConnectionHeader } from "./demo-mark.ts";
import { judgeModel } from "./model-server/judge-answer.ts";
import { assistantModel } from "./model-server/nearest-answer.ts";
import { embeddingModel } from "./model-server/embeddings.ts";
import { patient } from "./patient.ts";

const content = (name: string, baseUrl: string) => ({
  name,
  kind: "openaiCompatible",
  baseUrl,
  apiKey: "stand-in",
  headers: [{ name: demoConnectionHeader, value: "true" }],
  models: [assistantModel, judgeModel, embeddingModel],
});

async function findConnection({ api }: Threadline): Promise<{ id: string; name: string } | null> {
  const all = await api.getModelConnections(patient);
  return all.find(({ headerNames }) => headerNames.includes(demoConnectionHeader)) ?? null;
}

/** Creates the connection to the simulated provider, and returns its id. */
export async function recordConnection(client: Threadline, service: Service, baseUrl: string): Promise<string> {
  const known = await findConnection(client);
  if (known) return known.id;
  const names = new Set((await client.api.getModelConnections(patient)).map(({ name }) => name));
  const name = ["Demo model", "Demo model (stand-in)"].find((each) => !names.has(each)) ?? `Demo model ${Date.now()}`;
  const { createModelConnection } = await askService<{ createModelConnection: { id: string } }>(
    service,
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { connection: content(name, baseUrl) },
  );
  return createModelConnection.id;
}

/**
 * Updates the URL of the demo's connection, if it exists. The simulated provider has a different port after each start.
 */
export async function moveConnection(client: Threadline, service: Service, baseUrl: string): Promise<void> {
  const known = await findConnection(client);
  if (!known) return;
  await askService(
    service,
    `mutation ($id: String!, $connection: ModelConnectionInput!) {
      updateModelConnection(id: $id, connection: $connection) { id }
    }`,
    { id: known.id, connection: content(known.name, baseUrl) },
  );
}

/** Removes the demo's model connection, unless an evaluator still uses it. */
export async function removeConnection(client: Threadline, service: Service): Promise<void> {
  const known = await findConnection(client);
  const evaluators = await client.api.getEvaluators({ includesArchived: true }, patient);
  const isUsed = evaluators.some(({ latestVersion }) => latestVersion.judge?.connectionId === known?.id);
  if (known && !isUsed)
    await askService(service, "mutation ($id: String!) { deleteModelConnection(id: $id) { id } }", { id: known.id });
}
