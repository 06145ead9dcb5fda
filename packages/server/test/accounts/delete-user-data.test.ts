import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const key = "tl_test-key";
const deleting = `mutation ($id: String!, $identifier: String!) {
  deleteParticipantData(id: $id, identifier: $identifier) { isComplete threads steps generations scores datasetItems }
}`;

/** Starts a service with an owner, and a user whose thread was copied into a dataset. */
async function start() {
  const server = createServer({ apiKey: key });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const application = openBrowser(server);
  const ask = async (query: string, variables = {}) =>
    (await application.graphql(query, { variables, headers: { "x-api-key": key } })).data ?? {};
  await ask(`mutation {
    upsertThread(id: "t", name: "Hello from ann@example.com", participantId: "ann@example.com") { id }
    other: upsertThread(id: "t2", participantId: "bob@example.com") { id }
    ingestStep(id: "s", threadId: "t", output: { text: "canary" }) { ok }
    createScore(name: "ok", type: HUMAN, value: 1, stepId: "s") { id }
  }`);
  const dataset = valueOf(await ask('mutation { createDataset(name: "d") { id } }'), "createDataset") as { id: string };
  const copying = 'mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "s") { id } }';
  await ask(copying, { id: dataset.id });
  const user = valueOf(await ask('{ participant(identifier: "ann@example.com") { id } }'), "participant") as {
    id: string;
  };
  return { owner, application, ask, id: user.id, datasetId: dataset.id };
}

async function eventsOf(owner: Browser): Promise<readonly { action: string }[]> {
  const query = "{ auditEvents { action actorName subjectId subjectName details } }";
  return valueOf((await owner.graphql(query)).data, "auditEvents") as { action: string }[];
}

test("an administrator deletes the data of a user; the audit log has the counts, and not the identifier", async () => {
  const { owner, ask, id, datasetId } = await start();
  const identifier = "ann@example.com";
  const misnamed = await owner.graphql(deleting, { variables: { id, identifier: "ann" } });
  expect(misnamed.errors[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: "identifier" });

  const { data } = await owner.graphql(deleting, { variables: { id, identifier } });
  const counts = { threads: 1, steps: 1, generations: 0, scores: 1, datasetItems: 1 };
  expect(data).toEqual({ deleteParticipantData: { isComplete: true, ...counts } });
  expect(await ask("{ participants { edges { node { identifier } } } threads { edges { node { id } } } }")).toEqual({
    participants: { edges: [{ node: { identifier: "bob@example.com" } }] },
    threads: { edges: [{ node: { id: "t2" } }] },
  });
  const dataset = await ask("query ($id: String!) { dataset(id: $id) { itemCount } }", { id: datasetId });
  expect(dataset).toEqual({ dataset: { itemCount: 0 } });

  const again = await owner.graphql(deleting, { variables: { id, identifier } });
  expect(again.data).toEqual({ deleteParticipantData: null });
  const events = await eventsOf(owner);
  expect(events.filter(({ action }) => action === "participantDataDeleted")).toEqual([
    expect.objectContaining({
      actorName: "ada@example.com",
      subjectId: id,
      subjectName: null,
      details: expect.objectContaining({ isComplete: true, ...counts }) as unknown,
    }),
  ]);
  expect(JSON.stringify(events)).not.toContain(identifier);
});

test("an API key cannot delete the data of a user", async () => {
  const { application, ask, id } = await start();
  const headers = { "x-api-key": key };
  const refused = await application.graphql(deleting, { variables: { id, identifier: "ann@example.com" }, headers });
  expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN", permission: "admin" });
  expect(await ask('{ threadDetail(id: "t") { id } }')).toEqual({ threadDetail: { id: "t" } });
});
