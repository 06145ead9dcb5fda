import { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import { OpenAIRealtimeWebSocket as RealtimeWebSocket4 } from "openai-4/beta/realtime/websocket";
import { OpenAIRealtimeWebSocket as RealtimeWebSocket5 } from "openai-5/realtime/websocket";
import { OpenAIRealtimeWebSocket as RealtimeWebSocket6 } from "openai-6/realtime/websocket";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { observeRealtime } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";

let recording: Recording;
const { WebSocket } = globalThis;

/** Replaces `WebSocket`. A test calls `say` to send an event as the server would. */
class Wire extends EventTarget {
  static last: Wire | undefined;

  constructor() {
    super();
    Wire.last = this;
  }

  say(event: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
}

beforeAll(() => {
  recording = startRecording();
  Object.assign(globalThis, { WebSocket: Wire });
});
afterEach(() => recording.check());
afterAll(async () => {
  Object.assign(globalThis, { WebSocket });
  await recording.close();
});

type Socket = typeof OpenAIRealtimeWebSocket;
const sockets = [
  RealtimeWebSocket4,
  RealtimeWebSocket5,
  RealtimeWebSocket6,
  OpenAIRealtimeWebSocket,
] as unknown as Socket[];
const cases = majors.map((major, index) => ({ ...major, Socket: sockets[index] as Socket }));

// `gpt-realtime` returned this response on 2026-11-02.
const said = {
  id: "item_2",
  type: "message",
  role: "assistant",
  content: [{ type: "output_audio", transcript: "At nine." }],
};
const events = [
  {
    type: "session.created",
    session: { type: "realtime", model: "gpt-realtime", instructions: "Be brief.", tools: [] },
  },
  {
    type: "conversation.item.added",
    item: { id: "item_1", type: "message", role: "user", content: [{ type: "input_audio" }] },
  },
  { type: "conversation.item.input_audio_transcription.completed", item_id: "item_1", transcript: "When do you open?" },
  { type: "response.created", response: { id: "resp_1", status: "in_progress" } },
  { type: "response.output_audio.delta", response_id: "resp_1", item_id: "item_2", delta: "UklGRg==" },
  { type: "response.output_audio_transcript.delta", response_id: "resp_1", item_id: "item_2", delta: "At nine." },
  {
    type: "response.done",
    response: {
      id: "resp_1",
      status: "completed",
      conversation_id: "conv_1",
      output: [said],
      usage: {
        total_tokens: 30,
        input_tokens: 20,
        output_tokens: 10,
        output_token_details: { audio_tokens: 8, text_tokens: 2 },
      },
    },
  },
  { type: "response.created", response: { id: "resp_2", status: "in_progress" } },
  { type: "response.output_audio_transcript.delta", response_id: "resp_2", item_id: "item_3", delta: "Any" },
];

test.each(cases)(
  "responses of a realtime session of openai $major are recorded",
  async ({ module: { OpenAI }, Socket }) => {
    const run = recording.client.run({ name: "call" });
    const seen: unknown[] = [];
    await run.wrap(async () => {
      const connection = new Socket({ model: "gpt-realtime" }, new OpenAI({ apiKey: "key" }));
      expect(observeRealtime(connection, { client: recording.client })).toBe(connection);
      connection.on("event", (event) => seen.push(event));
    });
    for (const event of events) Wire.last?.say(event);
    expect(seen).toStrictEqual(events);
    const [step, open] = await recording.below(run.id);
    expect(step).toMatchObject({
      type: "llm",
      name: "gpt-realtime",
      output: { content: "At nine." },
      generation: {
        provider: "openai",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ type: "text", text: "When do you open?" }] },
        ],
        inputTokenCount: 20,
        outputTokenCount: 10,
        metadata: { responseId: "resp_1", conversationId: "conv_1", outputAudioTokenCount: 8 },
      },
    });
    expect(step?.generation?.ttFirstToken).toBeGreaterThan(0);
    expect(open).toMatchObject({ output: { content: "Any" }, generation: { metadata: { answer: "broken off" } } });
  },
);
