import { isDeepStrictEqual } from "node:util";
import { readProvider } from "../../src/otlp/dialects/provider.ts";
import { fromText } from "../../src/otlp/values.ts";
import type { JsonValue } from "../../src/json/json-value.ts";
import type { Found, Truth, TruthCall, TruthMessage } from "./truth.ts";
import type { ReadStep, ReadThread } from "./read-records.ts";

/** A field of the expected values, and whether the stored records match it. */
export interface Comparison {
  readonly field: string;
  readonly isMatched: boolean;
  readonly detail: string;
}

/** Fields of the table in docs/opentelemetry.md, in order. */
export const comparedFields: readonly string[] = [
  "calls",
  "provider",
  "request model",
  "response model",
  "settings",
  "streaming",
  "time to first token",
  "tokens",
  "cached tokens",
  "reasoning tokens",
  "input",
  "output",
  "finish reason",
  "errors",
  "embeddings",
  "tools",
  "agents",
  "session",
  "user",
  "tags",
  "metadata",
  "totals",
];

/** Compares the records of the service with the expected values of a recording. */
export function compareToTruth(truth: Truth, steps: readonly ReadStep[], threads: readonly ReadThread[]): Comparison[] {
  const comparisons: Comparison[] = [];
  const add = (field: string, isMatched: boolean, detail: unknown): void => {
    comparisons.push({ field, isMatched, detail: isMatched ? "" : JSON.stringify(detail).slice(0, 400) });
  };
  const bySpan = new Map(steps.map((step) => [step.id.split("-")[1] ?? "", step]));
  const one = (field: string, expected: Found<unknown> | undefined | null, got: unknown, on: string): void => {
    const values = valuesOf(expected);
    if (values.length > 0)
      add(
        field,
        values.some((value) => isSame(value, got)),
        { on, values, got },
      );
  };

  const second = new Map((truth.stream_results ?? []).map((call) => [call.step, call]));
  for (const own of truth.model_calls) {
    const call = withSecondHalf(own, second);
    const step = bySpan.get(own.span_id);
    const on = `${own.step} ${own.span_id}`;
    add("calls", step?.type === "llm" && step.generation !== null, { on, type: step?.type });
    const generation = step?.generation ?? null;
    if (!step || !generation) continue;
    const settings = (generation.settings ?? {}) as Record<string, unknown>;
    const metadata = (generation.metadata ?? {}) as Record<string, unknown>;
    const model = valuesOf(call.response_model)[0] ?? valuesOf(call.request_model)[0];
    const providers = valuesOf(call.provider).map((value) => readProvider(value, model));
    if (providers.length > 0)
      add("provider", providers.includes(generation.provider ?? undefined), {
        on,
        providers,
        got: generation.provider,
      });
    one("request model", call.request_model, settings["model"], on);
    one("response model", call.response_model, generation.model, on);
    one("settings", call.temperature, settings["temperature"], on);
    one("settings", call.max_tokens, settings["max_tokens"], on);
    const streaming = valuesOf(call.streaming);
    if (streaming.length > 0)
      add("streaming", streaming.includes(String(settings["stream"])), { on, streaming, settings });
    const times = firstTokenTimes(call, step.startTime);
    if (times.length > 0) {
      const isClose = times.some((time) => Math.abs(time - (generation.ttFirstToken ?? -99)) < 1);
      add("time to first token", isClose, { on, times, got: generation.ttFirstToken });
    }
    for (const [kind, field, got] of [
      ["input", "tokens", generation.inputTokenCount],
      ["output", "tokens", generation.outputTokenCount],
      ["cached", "cached tokens", metadata["cachedTokenCount"]],
      ["cache_write", "cached tokens", metadata["cacheWriteTokenCount"]],
      ["reasoning", "reasoning tokens", metadata["reasoningTokenCount"]],
    ] as const) {
      const expected = (call.tokens?.[kind] ?? []).map((each) => each.value);
      // For input and output, the provider's total is also correct, because some emitters omit a part of the tokens.
      const whole = call.provider_truth_tokens?.[kind];
      const isSum = got === whole && (kind === "input" || kind === "output");
      const isNone = got === undefined && expected.includes(0);
      if (expected.length > 0)
        add(field, expected.includes(got as number) || isSum || isNone, { on, kind, expected, got });
    }
    const [asked, answered] = [messagesOf(generation.messages), messagesOf(generation.messageCompletion)];
    // If the messages of a call are on an enclosing span, the test only checks that the service has found some.
    if (call.input_messages_on_ancestor) add("input", asked.length > 0, { on });
    if (call.output_messages_on_ancestor)
      add(
        "output",
        answered.some((each) => each.tool_calls),
        { on, answered },
      );
    if (call.input_messages.length > 0) {
      add("input", hasMessages(call.input_messages, asked), { on, expected: call.input_messages, got: asked });
    }
    if (call.output_messages.length > 0) {
      add("output", hasMessages(call.output_messages, answered), { on, expected: call.output_messages, got: answered });
    }
    const reasons = valuesOf(call.finish_reason).map(plainReason);
    if (reasons.length > 0) {
      const reason = plainReason(String(metadata["finishReason"] ?? ""));
      add("finish reason", reasons.includes(reason), { on, reasons, reason });
    }
    if (call.error) {
      const { status_message: status, exception_event: exception } = call.error;
      const expected = [status, exception?.message].filter((text) => text !== undefined && text !== "");
      const isFound =
        step.error !== null && (expected.length === 0 || expected.some((text) => step.error?.includes(text ?? "")));
      add("errors", isFound, { on, expected: call.error, got: step.error });
    }
  }
  for (const embedding of truth.embeddings ?? []) {
    const step = bySpan.get(embedding.span_id);
    const on = `embedding ${embedding.span_id}`;
    add("embeddings", step?.type === "embedding" && step.generation !== null, { on, type: step?.type });
    one("embeddings", embedding.model, step?.generation?.model, on);
    one("embeddings", embedding.input_tokens, step?.generation?.inputTokenCount, on);
    one("embeddings", embedding.input, (step?.input as { content?: unknown } | null)?.content, on);
  }
  for (const tool of truth.tools ?? []) {
    const step = bySpan.get(tool.span_id);
    const on = `tool ${tool.span_id}`;
    add("tools", step?.type === "tool", { on, type: step?.type });
    one("tools", tool.name, step?.name, on);
    one("tools", tool.arguments, step?.input, on);
    one("tools", tool.result, step?.output, on);
  }
  for (const agent of truth.agents ?? []) {
    const names = valuesOf(agent.name);
    const isFound = steps.some(({ type, name }) => type === "run" && names.includes(name ?? ""));
    add("agents", isFound, { names, runs: steps.filter(({ type }) => type === "run").map(({ name }) => name) });
  }
  const [session] = valuesOf(truth.session ?? undefined);
  if (session !== undefined) {
    const others = steps
      .filter(({ threadId }) => threadId !== session)
      .map(({ name, threadId }) => ({ name, threadId }));
    add("session", steps.length > 0 && others.length <= strayCount(steps), { session, others });
  }
  const [user] = valuesOf(truth.user ?? undefined);
  if (user !== undefined) {
    const found = [
      ...threads.map(({ participant }) => participant?.identifier),
      ...steps.map((step) => step.metadata?.otel?.userId),
    ];
    add("user", found.includes(user), { user, found: [...new Set(found)] });
  }
  const [tags] = valuesOf(truth.tags ?? undefined);
  if (tags !== undefined) {
    const all = new Set([
      ...threads.flatMap((thread) => thread.tags ?? []),
      ...steps.flatMap((step) => step.tags ?? []),
    ]);
    add(
      "tags",
      tags.every((tag) => all.has(tag)),
      { tags, all: [...all] },
    );
  }
  const [plan] = valuesOf(truth["metadata.plan"] ?? undefined);
  if (plan !== undefined)
    add(
      "metadata",
      steps.some((step) => step.metadata?.["plan"] === plan),
      { plan },
    );
  const generations = steps.flatMap(({ generation }) =>
    generation === null || generation.tokenCountEstimated ? [] : [generation],
  );
  const sum = (of: "inputTokenCount" | "outputTokenCount"): number =>
    generations.reduce((count, generation) => count + (generation[of] ?? 0), 0);
  const { input, output } = truth.token_totals.over_model_and_embedding_spans;
  const got = { input: sum("inputTokenCount"), output: sum("outputTokenCount") };
  const extra = [...second.values()].flatMap(({ tokens }) => (tokens ? [tokens] : []));
  const whole = truth.provider_truth_totals ?? { input, output };
  const inputs = [input, input + total(extra, "input"), whole.input];
  const outputs = [output, output + total(extra, "output"), whole.output];
  add("totals", inputs.includes(got.input) && outputs.includes(got.output), { inputs, outputs, got });
  return comparisons;
}

/** Counts the steps of traces without a session, which belong to no thread. */
function strayCount(steps: readonly ReadStep[]): number {
  const withSession = new Set(steps.filter((step) => step.threadId !== null).map(({ id }) => id.split("-")[0]));
  return steps.filter(({ id }) => !withSession.has(id.split("-")[0])).length;
}

/**
 * Returns the acceptable times to first token, in milliseconds. Depending on the emitter, the recording has
 * milliseconds, seconds, or the time at which the token arrived.
 */
function firstTokenTimes({ time_to_first_token: times = [] }: TruthCall, start: string | null): number[] {
  return times.flatMap(({ value_ms: milliseconds, value }) => {
    if (milliseconds !== undefined) return [milliseconds];
    if (typeof value === "number") return [Number.isInteger(value) ? value : value * 1_000, value];
    const time = Date.parse(String(value).replaceAll('"', ""));
    return Number.isNaN(time) || start === null ? [] : [time - Date.parse(start), 0];
  });
}

/** Normalizes a finish reason: `tool_call`, `tool-calls` and `tool_calls` are equal. */
function plainReason(reason: string): string {
  return reason.replaceAll("-", "_").replace(/s$/u, "");
}

function total(tokens: readonly NonNullable<TruthCall["tokens"]>[], kind: string): number {
  return tokens.reduce((sum, each) => sum + (each[kind]?.[0]?.value ?? 0), 0);
}

/** Completes a streamed call whose emitter records the answer in a second span. */
function withSecondHalf(call: TruthCall, second: ReadonlyMap<string, TruthCall>): TruthCall {
  const half = second.get(call.step);
  if (!half || call.output_messages.length > 0) return call;
  const { tokens, output_messages: output } = half;
  return { ...call, ...(tokens && { tokens }), output_messages: output };
}

function valuesOf<Value>(found: Found<Value> | undefined | null): Value[] {
  if (!found) return [];
  if (found.values) return found.values.map(({ value }) => value);
  return found.value === undefined || found.value === null ? [] : [found.value];
}

function isSame(expected: unknown, got: unknown): boolean {
  if (isDeepStrictEqual(expected, got)) return true;
  const [left, right] = [read(expected), read(got)];
  if (
    isDeepStrictEqual(left, right) ||
    (Array.isArray(right) && right.length === 1 && isDeepStrictEqual(left, right[0]))
  )
    return true;
  // Accepts two differences: the value of a function's only argument instead of the arguments, and a model without the
  // prefix of its provider.
  if (typeof left === "object" && left !== null && typeof got === "string")
    return isDeepStrictEqual(Object.values(left), [got]);
  return typeof left === "string" && typeof right === "string" && left.slice(left.indexOf("/") + 1) === right;
}

function read(value: unknown): unknown {
  return typeof value === "string" ? fromText(value) : value;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

function messagesOf(value: JsonValue): Message[] {
  const list = Array.isArray(value) ? value : value === null ? [] : [value];
  return list as unknown as Message[];
}

/** Whether the expected messages are among the shown messages, in order. */
function hasMessages(expected: readonly TruthMessage[], got: readonly Message[]): boolean {
  let from = 0;
  return expected.every((message) => {
    const index = got.findIndex((each, at) => at >= from && isMessage(message, each));
    if (index !== -1) from = index;
    return index !== -1;
  });
}

function isMessage(expected: TruthMessage, got: Message): boolean {
  const isRole = expected.role === got.role || (expected.role === "tool" && got.role === "tool");
  if (!isRole) return false;
  const text = typeof got.content === "string" ? got.content : JSON.stringify(got.content ?? "");
  if (expected.text !== undefined && !text.includes(expected.text)) return false;
  const isCalling = (expected.tool_calls ?? []).every((call) =>
    (got.tool_calls ?? []).some(
      (each) =>
        each.function.name === call.name &&
        (call.arguments === undefined || isDeepStrictEqual(read(each.function.arguments), read(call.arguments))),
    ),
  );
  if (!isCalling) return false;
  if (expected.result === undefined) return true;
  return isDeepStrictEqual(read(got.content), read(expected.result)) || text.includes(JSON.stringify(expected.result));
}
