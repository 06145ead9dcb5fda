import type { Version } from "./versions.ts";

interface ScriptedCall {
  id: string;
  name: string;
  input: object;
}

/** One response of a model, in the same format for all versions. */
export interface Turn {
  text?: string;
  reasoning?: string;
  calls?: ScriptedCall[];
  /** Error to throw instead of a response. */
  error?: Error;
  /** Error with which the stream fails after its first text chunk. */
  streamError?: Error;
  /** Whether the stream never ends after its first text chunk. */
  hangs?: boolean;
}

interface Part {
  type: string;
  [field: string]: unknown;
}

const response = { id: "response-1", modelId: "scripted-2026", timestamp: new Date(0) };

type Model = InstanceType<Version["LanguageModel"]>;

/** Creates a mock model. It responds with the turns in order, and repeats the last one. */
export function scriptModel({ LanguageModel, spec }: Version, ...turns: Turn[]): Model {
  let next = 0;
  const take = (): Turn => turns[Math.min(next++, turns.length - 1)] ?? {};
  const usage =
    spec === "v2"
      ? { inputTokens: 12, outputTokens: 5, totalTokens: 17, cachedInputTokens: 4, reasoningTokens: 2 }
      : {
          inputTokens: { total: 12, noCache: 8, cacheRead: 4, cacheWrite: undefined },
          outputTokens: { total: 5, text: 3, reasoning: 2 },
        };
  const finish = ({ calls }: Turn): unknown => {
    const reason = calls ? "tool-calls" : "stop";
    return spec === "v2" ? reason : { unified: reason, raw: reason };
  };
  const model = new LanguageModel({
    provider: "scripted.chat",
    modelId: "scripted",
    doGenerate: async () => {
      const turn = take();
      if (turn.error) throw turn.error;
      // The type of the result differs between versions.
      return { content: contentOf(turn), finishReason: finish(turn), usage, warnings: [], response } as never;
    },
    doStream: async ({ abortSignal }) => {
      const turn = take();
      if (turn.error) throw turn.error;
      const parts: Part[] = [
        { type: "stream-start", warnings: [] },
        { type: "response-metadata", ...response },
        ...streamOf(turn),
        { type: "finish", finishReason: finish(turn), usage },
      ];
      return { stream: toStream(parts, turn, abortSignal) } as never;
    },
  });
  return model;
}

function contentOf({ text, reasoning, calls = [] }: Turn): Part[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning", text: reasoning }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(toCall),
  ];
}

function streamOf({ text, reasoning, calls = [] }: Turn): Part[] {
  return [
    ...(reasoning === undefined ? [] : pieces("reasoning", "r1", reasoning)),
    ...(text === undefined ? [] : pieces("text", "t1", text)),
    ...calls.flatMap((call) => [
      { type: "tool-input-start", id: call.id, toolName: call.name },
      { type: "tool-input-delta", id: call.id, delta: JSON.stringify(call.input) },
      { type: "tool-input-end", id: call.id },
      toCall(call),
    ]),
  ];
}

function toCall({ id, name, input }: ScriptedCall): Part {
  return { type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(input) };
}

function pieces(type: "text" | "reasoning", id: string, text: string): Part[] {
  const half = Math.ceil(text.length / 2);
  return [
    { type: `${type}-start`, id },
    { type: `${type}-delta`, id, delta: text.slice(0, half) },
    { type: `${type}-delta`, id, delta: text.slice(half) },
    { type: `${type}-end`, id },
  ];
}

function toStream(parts: Part[], turn: Turn, signal: AbortSignal | undefined): ReadableStream<Part> {
  let isBroken = false;
  return new ReadableStream<Part>(
    {
      start: (controller) => {
        signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      },
      pull: (controller) => {
        if (isBroken && turn.streamError) return controller.error(turn.streamError);
        if (isBroken) return new Promise(() => undefined);
        const part = parts.shift();
        if (part === undefined) return controller.close();
        isBroken = part.type === "text-delta" && (turn.streamError !== undefined || turn.hangs === true);
        controller.enqueue(part);
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
}
