import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { type ReceivedRequest, receiveRequests, signatureOf } from "../../test/receive-requests.ts";
import { createOutbound } from "../models/outbound.ts";
import { createSigningSecret } from "../models/sign-webhook.ts";
import type { ChannelKind } from "../store/channels.ts";
import type { NotifiedEvent } from "./describe-event.ts";
import { createNotifier, type MailFailure, type NotificationMail, type SendOutcome } from "./notifier.ts";

const at = Date.UTC(2026, 0, 1);
const fired: NotifiedEvent = {
  id: "delivery-1",
  event: "ALERT_CHANGED",
  at,
  data: {
    alertId: "a/1",
    name: "<!channel> @everyone errors",
    state: "FIRING",
    previousState: "OK",
    metric: "errorCount",
    perRecord: true,
    kind: "ABOVE",
    period: "HOUR",
    threshold: 0.05,
    value: 0.125,
    problem: null,
  },
};

async function start(reply: (response: ServerResponse) => void = (response) => response.end("ok")) {
  const received: ReceivedRequest[] = [];
  const { origin, close } = await receiveRequests((request, response) => {
    received.push(request);
    reply(response);
  });
  onTestFinished(close);
  const url = `${origin}/hooks/secret-path-0123456789`;
  const signingSecret = createSigningSecret();
  const mails: NotificationMail[] = [];
  let mailFailure: MailFailure | null = null;
  const notifier = createNotifier({
    outbound: createOutbound({ hosts: ["127.0.0.1"], allowsLoopback: false }),
    sendMail: async (mail) => {
      mails.push(mail);
      return mailFailure;
    },
    baseUrl: "https://threadline.example",
    now: Date.now,
  });
  const send = (kind: ChannelKind, given: { url?: string; event?: NotifiedEvent } = {}): Promise<SendOutcome> =>
    notifier.send(
      {
        channel: { kind, address: kind === "EMAIL" ? "ops@example.com" : "http://127.0.0.1" },
        secrets: kind === "EMAIL" ? null : { url: given.url ?? url, signingSecret },
      },
      given.event ?? fired,
      { project: { id: "p" } },
    );
  return { received, mails, send, signingSecret, failMail: (failure: MailFailure) => void (mailFailure = failure) };
}

test("a webhook is signed as in Standard Webhooks, and its id is that of the delivery", async () => {
  const { received, send, signingSecret } = await start();
  expect(await send("WEBHOOK")).toMatchObject({ isDelivered: true, status: 200, response: "ok", failure: null });
  const [request] = received;
  expect(request?.headers["webhook-id"]).toBe("delivery-1");
  expect(request?.headers["webhook-signature"]).toBe(request && signatureOf(request, signingSecret));
  expect(JSON.parse(request?.body ?? "")).toEqual({
    type: "alert.changed",
    timestamp: "2026-01-01T00:00:00.000Z",
    projectId: "p",
    title: "Alert firing: <!channel> @everyone errors",
    text: "Number of errors per record in the last hour: 0.125; the alert fires above 0.05.",
    url: "https://threadline.example/projects/p/alerts/a%2F1",
    data: fired.data,
  });
});

test("messages to Slack and Discord have a link, and a name in them cannot mention people", async () => {
  const { received, send } = await start();
  await send("SLACK");
  await send("DISCORD");
  const [slack, discord] = received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(slack).toEqual({
    text: "*Alert firing: &lt;!channel&gt; @everyone errors*\nNumber of errors per record in the last hour: 0.125; the alert fires above 0.05.\n<https://threadline.example/projects/p/alerts/a%2F1|Open in Threadline>",
  });
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(discord?.["content"]).toContain("**Alert firing:");
});

test("an email has the text and the link", async () => {
  const { mails, send, failMail } = await start();
  expect(await send("EMAIL")).toMatchObject({ isDelivered: true, status: null, failure: null });
  expect(mails).toEqual([
    {
      to: "ops@example.com",
      subject: "Alert firing: <!channel> @everyone errors",
      text: "Number of errors per record in the last hour: 0.125; the alert fires above 0.05.\n\nhttps://threadline.example/projects/p/alerts/a%2F1\n",
    },
  ]);
  failMail({ message: "busy", mayBeSent: false });
  expect(await send("EMAIL")).toMatchObject({ isDelivered: false, failure: "busy", isFinal: false });
  failMail({ message: "timeout", mayBeSent: true });
  expect(await send("EMAIL")).toMatchObject({ isDelivered: false, failure: "timeout", isFinal: true });
});

test("the message of a budget names a level that is below the threshold", async () => {
  const { mails, send } = await start();
  const budget = { ...fired.data, name: "Month", metric: "cost", period: "CALENDAR_MONTH", perRecord: false };
  const data = { ...budget, state: "OK", previousState: "OK", level: 80, value: 41.5, threshold: 50 };
  await send("EMAIL", { event: { ...fired, data } });
  await send("EMAIL", { event: { ...fired, data: { ...data, state: "FIRING", level: 100, value: 51 } } });
  expect(mails.map(({ subject }) => subject)).toEqual(["Budget at 80%: Month", "Alert firing: Month"]);
  expect(mails[0]?.text).toContain("Cost this month (UTC): $41.5; the alert fires above $50.");
});

test("the title of an alert by group names the group, shortened", async () => {
  const { mails, send } = await start();
  const data = { ...fired.data, name: "Errors", groupBy: "participant", group: "anna" };
  await send("EMAIL", { event: { ...fired, data } });
  const gone = { ...data, group: "u".repeat(300), state: "NO_DATA", value: null, problem: "GROUP_NOT_MEASURED" };
  await send("EMAIL", { event: { ...fired, data: gone } });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Alert firing: Errors (anna)",
    `Alert without data: Errors (${"u".repeat(100)}…)`,
  ]);
  expect(mails[1]?.text).toContain("The group has no recent records, or is not among the largest groups.");
});

test("a response with status 2xx counts as delivered, also if its body is broken", async () => {
  const { send } = await start((response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("start", () => response.destroy());
  });
  expect(await send("WEBHOOK")).toMatchObject({ isDelivered: true, status: 200, failure: null });
});

test("a failure is retried after Retry-After; 410 ends a delivery; secrets in the response are hidden", async () => {
  let status = 503;
  let reply: string | null = null;
  const { send, signingSecret } = await start((response) => {
    response.writeHead(status, { "retry-after": "120" });
    response.end(reply ?? `no /hooks/secret-path-0123456789 ${signingSecret}`);
  });
  expect(await send("WEBHOOK")).toEqual({
    isDelivered: false,
    status: 503,
    response: "no [secret] [secret]",
    failure: "The receiver returned 503",
    isFinal: false,
    retryAfterMs: 120_000,
  });
  reply = JSON.stringify({ path: "/hooks/secret-path-0123456789" }).replaceAll("/", String.raw`\/`);
  expect(await send("WEBHOOK")).toMatchObject({ response: '{"path":"[secret]"}' });
  status = 410;
  expect(await send("WEBHOOK")).toMatchObject({ isDelivered: false, isFinal: true });
  status = 307;
  expect(await send("WEBHOOK")).toMatchObject({
    failure: "The receiver redirected the request (307), and redirects are not followed",
  });
});

test("private addresses are refused, and errors do not contain the path of the URL", async () => {
  const { send } = await start();
  for (const url of ["https://169.254.169.254/secret", "http://10.0.0.1/secret", "https://[::1]/secret"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const outcome = await send("SLACK", { url });
    expect(outcome).toMatchObject({ isDelivered: false, isFinal: true, status: null });
    expect(outcome.failure).not.toContain("secret");
  }
  const closed = await send("WEBHOOK", { url: "http://127.0.0.1:1/secret" });
  expect(closed).toMatchObject({ failure: "No server listens at this address: http://127.0.0.1", isFinal: false });
});
