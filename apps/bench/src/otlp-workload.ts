import { createHash } from "node:crypto";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { BenchStep } from "./workload.ts";

export type OtlpEncoding = "json" | "protobuf";

/** A finished span in the form in which exporters serialize it. */
type ReadableSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];
type Resource = ReadableSpan["resource"];

const resource = {
  attributes: { "service.name": "bench", "telemetry.sdk.language": "nodejs" },
  schemaUrl: undefined,
} as unknown as Resource; // a serializer reads only these fields of a resource

/**
 * Returns the steps that the SDK would send for the same content as the spans, so that both protocols can be compared.
 * Tags are omitted: the service copies the tags of a span to its thread, but not the tags of a step.
 */
export function asSdkSends(steps: readonly BenchStep[]): SentStep[] {
  const roots = rootsOf(steps);
  return steps.map((step) => sentStep(step, roots.get(step.threadId)));
}

interface SentStep {
  readonly id: string;
  readonly [field: string]: unknown;
}

function sentStep(step: BenchStep, root: string | undefined): SentStep {
  const { input, output, generation, tags: _tags, id: named, ...others } = step;
  const id = uuidOf(named);
  const parentId = root === undefined || root === named ? undefined : uuidOf(root);
  const rest = { id, ...others, ...(parentId !== undefined && { parentId, rootRunId: parentId }) };
  if (generation === undefined) return { ...rest, input, output };
  const messages = [{ role: "user", content: input.content }];
  const settings = { temperature: 0.2, model: generation["model"] };
  const messageCompletion = { role: "assistant", ...output };
  return { ...rest, generation: { ...generation, settings, messages, messageCompletion } };
}

function rootsOf(steps: readonly BenchStep[]): ReadonlyMap<string, string> {
  return new Map(steps.toReversed().map(({ threadId, id }) => [threadId, id]));
}

/** Returns the request body of an exporter. Each step is one span, and each thread is one trace with a session. */
export function otlpBody(steps: readonly BenchStep[], encoding: OtlpEncoding): Uint8Array<ArrayBuffer> {
  const roots = rootsOf(steps);
  const spans = steps.map((step): ReadableSpan => {
    const traceId = hex(step.threadId, 32);
    const spanId = hex(step.id, 16);
    const root = roots.get(step.threadId);
    const [startTime, endTime] = [toTime(step.startTime), toTime(step.endTime)];
    return {
      name: step.name,
      kind: SpanKind.CLIENT,
      spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
      ...(root !== undefined &&
        root !== step.id && { parentSpanContext: { traceId, spanId: hex(root, 16), traceFlags: 1 } }),
      startTime,
      endTime,
      duration: [0, 800_000_000],
      status: { code: SpanStatusCode.UNSET },
      attributes: attributesOf(step),
      links: [],
      events: [],
      ended: true,
      resource,
      instrumentationScope: { name: "bench" },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  });
  const serializer = encoding === "json" ? JsonTraceSerializer : ProtobufTraceSerializer;
  const bytes = serializer.serializeRequest(spans);
  if (bytes === undefined) throw new Error("The spans cannot be serialized.");
  return new Uint8Array(bytes);
}

/** Returns the attributes of a step. Model calls follow the GenAI conventions, other steps follow OpenInference. */
function attributesOf(step: BenchStep): ReadableSpan["attributes"] {
  const { input, output, metadata, generation, type, threadId } = step;
  const shared = { "session.id": threadId, metadata: JSON.stringify(metadata) };
  if (generation === undefined) {
    return {
      ...shared,
      "openinference.span.kind": { tool: "TOOL", retrieval: "RETRIEVER", run: "AGENT", llm: "LLM" }[type],
      "input.value": input.content,
      "output.value": output.content,
    };
  }
  return {
    ...shared,
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": String(generation["model"]),
    "gen_ai.response.model": String(generation["model"]),
    "gen_ai.response.id": `chatcmpl-${step.id}`,
    "gen_ai.request.temperature": 0.2,
    "gen_ai.usage.input_tokens": 180,
    "gen_ai.usage.output_tokens": 170,
    "gen_ai.input.messages": messageText("user", input.content),
    "gen_ai.output.messages": messageText("assistant", output.content),
  };
}

function messageText(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
}

function toTime(text: string): [number, number] {
  const milliseconds = Date.parse(text);
  return [Math.floor(milliseconds / 1_000), (milliseconds % 1_000) * 1_000_000];
}

function hex(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/** Derives an id from a text, in the format of the SDK's random ids. */
function uuidOf(text: string): string {
  return hex(text, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-8$4-$5");
}
