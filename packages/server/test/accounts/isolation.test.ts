import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const canary = "CANARY-of-the-second-project";

/** Starts a service with an owner of two projects, and a member of the first one. */
async function start(): Promise<{ owner: Browser; member: Browser; second: string }> {
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const made = await owner.graphql(`mutation { createProject(name: "${canary}") { id } }`);
  const second = (valueOf(made.data, "createProject") as { id: string }).id;
  const seeded = await owner.graphql(
    `mutation {
      ingestStep(id: "secret", threadId: "secret", name: "${canary}", type: run, input: { text: "${canary}" }) { ok }
      createDataset(name: "${canary}") { id }
      createParticipant(identifier: "${canary}") { id }
      createScore(name: "${canary}", type: HUMAN, value: 1, stepId: "secret") { id }
      createApiKey(name: "${canary}", scopes: [read]) { apiKey { id } }
      inviteMember(email: "canary@example.com", role: viewer) { invitation { id } }
    }`,
    { project: second },
  );
  expect(seeded.errors).toEqual([]);
  const invited = await owner.graphql('mutation { inviteMember(email: "eve@example.com", role: admin) { url } }', {
    project: "default",
  });
  const { url } = valueOf(invited.data, "inviteMember") as { url: string };
  const member = openBrowser(server);
  const token = new URL(url).searchParams.get("token");
  await member.post("/api/session/accept-invitation", { token, name: "Eve", password: "a password of Eve" });
  return { owner, member, second };
}

const everything = `{
  viewer { name project { name } }
  projects { name }
  threads { totalCount edges { node { id name } } }
  steps { totalCount edges { node { id name } } }
  scores { totalCount edges { node { id name } } }
  participants { totalCount edges { node { identifier } } }
  datasets { totalCount edges { node { name } } }
  threadDetail(id: "secret") { id }
  step(id: "secret") { id name }
  members { email }
  invitations { email }
  apiKeys { name }
}`;

test("a member of one project reads nothing of another", async () => {
  const { owner, member, second } = await start();
  expect(JSON.stringify((await owner.graphql(everything, { project: second })).data)).toContain(canary);
  const { data, errors } = await member.graphql(everything);
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    projects: [{ name: "default" }],
    threads: { totalCount: 0 },
    steps: { totalCount: 0 },
    threadDetail: null,
    step: null,
    invitations: [],
  });
  expect(JSON.stringify(data)).not.toContain(canary);
});

test("another user's project looks like one that does not exist", async () => {
  const { member, second } = await start();
  for (const project of [second, canary, "missing"]) {
    const { status, data, errors } = await member.graphql(everything, { project });
    expect({ status, data }).toEqual({ status: 404, data: undefined });
    expect(errors[0]?.message).toBe(`x-threadline-project: project "${project}" not found`);
  }
  const { data, errors } = await member.graphql(`{ threads(projectId: "${second}") { totalCount } }`);
  expect(data).toBeNull();
  expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
});

test("records written with ids of another project belong to the member's own project", async () => {
  const { owner, member, second } = await start();
  await member.graphql('mutation { ingestStep(id: "secret", name: "mine") { ok } deleteStep(id: "secret") { id } }');
  await member.graphql('mutation { deleteThread(id: "secret") { id } }');
  const { data } = await owner.graphql(everything, { project: second });
  expect(data).toMatchObject({ step: { name: canary }, threadDetail: { id: "secret" } });
  const apiKeys = await owner.graphql("{ apiKeys { id } invitations { id } members { accountId } }", {
    project: second,
  });
  const own = apiKeys.data as Record<string, { id: string; accountId: string }[]>;
  const tries = await member.graphql(
    `mutation {
      revokeApiKey(id: "${own["apiKeys"]?.[0]?.id}") { name }
      revokeInvitation(id: "${own["invitations"]?.[0]?.id}") { email }
    }`,
  );
  expect(tries.data).toEqual({ revokeApiKey: null, revokeInvitation: null });
});

test("with several projects a request must name one; without, only fields of the viewer are returned", async () => {
  const { owner } = await start();
  const { data } = await owner.graphql("{ viewer { name role permissions project { id } } projects { name role } }");
  expect(data).toEqual({
    viewer: { name: "Ada", role: null, permissions: [], project: null },
    projects: [
      { name: "default", role: "owner" },
      { name: canary, role: "owner" },
    ],
  });
  const { errors } = await owner.graphql("{ threads { totalCount } }");
  expect(errors[0]?.message).toContain("x-threadline-project: must name a project");
});
