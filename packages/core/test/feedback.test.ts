import { expect, test } from "vitest";
import { Threadline } from "../src/threadline.ts";
import { RecordingClient } from "../src/recording-client.ts";
import { startService } from "./start-service.ts";

test("a token of a step or a thread lets a page score it", async () => {
  const { client, fetch } = startService();
  const thread = client.thread({ name: "Support" });
  const answer = thread.step({ type: "assistant_message", name: "Assistant", output: { content: "At nine." } });
  await Promise.all([thread.upsert(), answer.send()]);
  const ofStep = await client.feedbackToken(answer, { scorer: "ada", expiresIn: 3_600 });
  const ofThread = await client.feedbackToken(thread, { scoreNames: ["resolved"] });
  expect(Date.parse(ofStep.expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  for (const { token, url } of [ofStep, ofThread]) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ token, value: 1, comment: "Thanks" });
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(204);
  }
  expect((await client.api.getStep(answer.id))?.scores).toMatchObject([
    { name: "user-feedback", type: "HUMAN", value: 1, comment: "Thanks", scorer: "ada" },
  ]);
  expect((await client.api.getThread(thread.id))?.scores).toMatchObject([{ name: "resolved", scorer: null }]);
  await expect(client.feedbackToken(answer, { expiresIn: 0 })).rejects.toThrow("expiresIn");
});

test("a disabled client gives an empty token", async () => {
  for (const client of [new Threadline({ disabled: true }), new RecordingClient({ disabled: true })]) {
    const { token, url } = await client.feedbackToken(client.run({ name: "r" }));
    expect([token, url]).toEqual(["", ""]);
  }
});
