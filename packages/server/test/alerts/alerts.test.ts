import { once } from "node:events";
import { createServer as createReceiver } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../test-server.ts";

test("an alert that fires sends a webhook without users and secrets, and is listed with its delivery", async () => {
  const bodies: string[] = [];
  const receiver = createReceiver(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    bodies.push(Buffer.concat(chunks).toString());
    response.end("thanks");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const { port } = receiver.address() as AddressInfo;
  const { server, graphql } = startTestServer({ noLogin: true });
  const { project } = await server.ready;
  const asOwner = async (query: string, variables: object) => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-project": project.id, origin: "http://localhost" },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data: Record<string, Record<string, Record<string, unknown>>> };
  };
  const { data } = await asOwner(
    "mutation ($channel: ChannelInput!) { createChannel(channel: $channel) { signingSecret channel { id address } } }",
    { channel: { name: "Hook", kind: "WEBHOOK", url: `http://127.0.0.1:${port}/hidden-path-0123` } },
  );
  const { signingSecret, channel } = data["createChannel"] ?? {};
  expect(channel?.["address"]).toBe(`http://127.0.0.1:${port}`);
  expect(signingSecret).toMatch(/^whsec_/);
  const startTime = new Date(Date.now() - 120_000).toISOString();
  await graphql(
    `
      mutation ($steps: [StepInput!]!) {
        upsertThread(id: "t", participantId: "secret-user") {
          id
        }
        ingestSteps(steps: $steps) {
          ok
        }
      }
    `,
    {
      steps: Array.from({ length: 4 }, (_, i) => ({ id: `s${i}`, threadId: "t", type: "run", startTime, error: "x" })),
    },
  );
  const alert = {
    name: "Errors",
    metric: "errorCount",
    resource: "steps",
    filters: [{ field: "participantIdentifiers", operator: "in", value: ["secret-user"] }],
    kind: "ABOVE",
    threshold: 3,
    period: "FIVE_MINUTES",
    channelIds: [channel?.["id"]],
    isOn: true,
  };
  const created = await graphql("mutation ($alert: AlertInput!) { createAlert(alert: $alert) { id } }", { alert });
  expect(created.errors).toEqual([]);
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(1);
  expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ type: "alert.changed", data: { state: "FIRING", value: 4 } });
  expect(bodies[0]).not.toContain("secret-user");
  const listed = `{ alerts { state value changes { toState } } channels { name address deliveries { state status response } } }`;
  await expect
    .poll(async () => (await graphql(listed)).data)
    .toMatchObject({
      alerts: [{ state: "FIRING", value: 4, changes: [{ toState: "FIRING" }] }],
      channels: [{ deliveries: [{ state: "DELIVERED", status: 200, response: "thanks" }] }],
    });
  expect(JSON.stringify(await graphql(listed))).not.toContain("hidden-path");
});
