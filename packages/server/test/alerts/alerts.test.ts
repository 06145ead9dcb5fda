import { expect, test } from "vitest";
import { startReceiver } from "./receiver.ts";

test("an alert that fires sends a webhook without users and secrets, and is listed with its delivery", async () => {
  const { graphql, received, url, channelId } = await startReceiver();
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
    channelIds: [channelId],
    isOn: true,
  };
  const created = await graphql("mutation ($alert: AlertInput!) { createAlert(alert: $alert) { id } }", { alert });
  expect(created.errors).toEqual([]);
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  expect(received[0]?.body).toMatchObject({ type: "alert.changed", data: { state: "FIRING", value: 4 } });
  expect(received[0]?.text).not.toContain("secret-user");
  const listed = `{ alerts { state value changes { toState } } channels { name address deliveries { id state status response } } }`;
  await expect
    .poll(async () => (await graphql(listed)).data)
    .toMatchObject({
      alerts: [{ state: "FIRING", value: 4, changes: [{ toState: "FIRING" }] }],
      channels: [
        {
          address: url,
          deliveries: [{ id: received[0]?.id, state: "DELIVERED", status: 200, response: "thanks" }],
        },
      ],
    });
  expect(JSON.stringify(await graphql(listed))).not.toContain("hidden-path");
});

test("tests of a channel are audited with their outcome, and limited for each project", async () => {
  const { asOwner, graphql, received, channelId, reply } = await startReceiver();
  const send = () =>
    graphql(
      `
        mutation ($id: String!) {
          testChannel(id: $id) {
            ok
            status
            message
          }
        }
      `,
      { id: channelId },
    );
  expect((await send()).data).toEqual({ testChannel: { ok: true, status: 200, message: "thanks" } });
  reply((response) => response.writeHead(500).end("down"));
  for (let count = 2; count <= 10; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await send()).data?.["testChannel"]).toMatchObject({ ok: false, status: 500 });
  }
  expect(received).toHaveLength(10);
  expect(received.every(({ body }) => body["type"] === "test")).toBe(true);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.errors).toMatchObject([{ extensions: { code: "RATE_LIMITED", limit: 10 } }]);
  expect(received).toHaveLength(10);
  const { auditEvents } = await asOwner(
    "{ auditEvents(first: 50, actions: [channelTested]) { action subjectId subjectName details actorKind } }",
  );
  expect(auditEvents).toHaveLength(10);
  const event = { action: "channelTested", subjectId: channelId, subjectName: "Hook", actorKind: "key" };
  expect(auditEvents[0]).toEqual({ ...event, details: { ok: false, status: 500 } });
  expect(auditEvents.at(-1)).toEqual({ ...event, details: { ok: true, status: 200 } });
});
