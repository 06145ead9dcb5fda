import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";
import { type ReplayServer, startReplay } from "./replay-server.ts";

let replay: ReplayServer;
let recording: Recording;

beforeAll(async () => {
  replay = await startReplay();
  recording = startRecording();
});
afterAll(async () => {
  await replay.close();
  await recording.close();
  replay.check();
  recording.check();
});

describe.each(majors)("openai $major", ({ module: { OpenAI } }) => {
  const messages = [{ role: "user" as const, content: "When do you open?" }];

  test("a completion becomes a generation of the current step", async () => {
    const openai = observe(new OpenAI({ apiKey: "key", baseURL: replay.url }), { client: recording.client });
    const run = recording.client.run({ name: "answer" });
    const begin = performance.now();
    const answer = await run.wrap(() =>
      openai.chat.completions.create({ model: "gpt-4o-mini", messages, temperature: 0 }),
    );
    expect(answer.choices[0]?.message.content).toBe("We open at nine.");
    const [step] = await recording.below(run.id);
    expect(step).toMatchObject({
      type: "llm",
      name: "gpt-4o-mini",
      parentId: run.id,
      input: { content: messages },
      output: { role: "assistant", content: "We open at nine." },
      generation: {
        type: "CHAT",
        provider: "127.0.0.1",
        model: "gpt-4o-mini-2024-07-18",
        settings: { model: "gpt-4o-mini", temperature: 0 },
        messages,
        messageCompletion: { role: "assistant", content: "We open at nine." },
        inputTokenCount: 12,
        outputTokenCount: 5,
        tokenCount: 17,
        metadata: { cachedTokenCount: 4, finishReason: "stop", responseId: "chatcmpl-C1" },
      },
    });
    expect(step?.generation?.duration).toBeLessThanOrEqual((performance.now() - begin) / 1_000);
    expect(step?.generation?.tokenThroughputInSeconds).toBeCloseTo(5 / (step?.generation?.duration ?? 0));
  });

  test("a stream becomes a generation with its time to first token and usage, and hides the usage chunk", async () => {
    const openai = observe(new OpenAI({ apiKey: "key", baseURL: replay.url }), {
      client: recording.client,
      streamUsage: true,
    });
    const run = recording.client.run({ name: "answer" });
    const chunks = await run.wrap(async () => {
      const seen = [];
      for await (const chunk of await openai.chat.completions.create({ model: "gpt-4o-mini", messages, stream: true }))
        seen.push(chunk);
      return seen;
    });
    expect(chunks).toHaveLength(7);
    expect(chunks.every((chunk) => !("usage" in chunk))).toBe(true);
    const [step] = await recording.below(run.id);
    expect(step).toMatchObject({
      output: { content: "We open at nine." },
      generation: { inputTokenCount: 12, outputTokenCount: 5, tokenCount: 17, metadata: { finishReason: "stop" } },
    });
    const { duration = 0, ttFirstToken = 0 } = step?.generation ?? {};
    expect(ttFirstToken).toBeGreaterThan(0);
    expect(ttFirstToken).toBeLessThan((duration ?? 0) * 1000);
  });
});
