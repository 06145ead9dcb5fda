import type { Generation, IGenerationMessage, JsonObject, Step } from "@threadline/core";
import { keepLists, ModelCall } from "@threadline/core/internal";
import { findPrompt, isMessage, toMessageJson } from "./messages.ts";
import { type CalledModel, readAnsweringModel } from "./model-settings.ts";
import { PartialAnswer } from "./partial-answer.ts";
import { readUsage } from "./usage.ts";
import { type Fields, toFields, toText } from "./values.ts";

export type ModelInput = { messages: readonly Fields[] } | { prompt: string };

export type Labels = Pick<Generation, "tags" | "metadata">;

export interface ModelResult {
  output: JsonObject;
  generation?: Generation;
}

export function setResult(step: Step, { output, generation }: Partial<ModelResult> = {}): void {
  if (output !== undefined) step.output = output;
  if (generation !== undefined) step.generation = generation;
}

/** A model call from its start to its generation. */
export class ModelRun {
  /**
   * Model call that the instrumentation of the provider's client can claim (see {@link ModelCall}). That
   * instrumentation then records the generation, and `ModelRun` records none.
   */
  readonly call: ModelCall;
  readonly #startedAt = performance.now();
  readonly #request: Generation;
  readonly #partial = new PartialAnswer();
  #firstTokenAt: number | undefined;
  #isNoted = false;

  constructor(input: ModelInput, { provider, model, settings, tools }: CalledModel, labels: Labels = {}) {
    const prompt = "messages" in input ? findPrompt(input.messages) : {};
    const asked =
      "messages" in input
        ? { type: "CHAT" as const, messages: input.messages.map(toMessageJson) as unknown as IGenerationMessage[] }
        : { type: "COMPLETION" as const, prompt: input.prompt };
    this.call = new ModelCall(prompt, labels);
    this.#request = { ...labels, ...asked, ...prompt, provider, model, settings, ...(tools && { tools }) };
  }

  addChunk(token: string, fields: unknown): void {
    this.#tokenArrived();
    this.#partial.addChunk(token, fields);
  }

  addEvent(event: Fields): void {
    if (String(event["event"]).endsWith("delta")) this.#tokenArrived();
    this.#partial.addEvent(event);
  }

  succeed(output: Fields): ModelResult {
    const answers = readAnswers(output);
    const [completion = {}] = answers;
    const { details, ...counts } = readUsage(output);
    return {
      output: answers.length > 1 ? { ...completion, choices: answers } : completion,
      ...this.#generation({
        ...this.#completion(completion),
        model: readAnsweringModel(output) ?? this.#request.model,
        ...counts,
        ...this.#timing(counts.outputTokenCount),
        ...this.#metadata(details),
      }),
    };
  }

  /** Returns the result of a failed call, with the part of the response that arrived. */
  fail(error: string): Partial<ModelResult> {
    if (this.call.hasFailed) return {};
    const { output, completion } = this.#received();
    const metadata = this.#metadata(output ? { answer: "failed" } : {});
    return { ...(output && { output }), ...this.#generation({ ...completion, error, ...this.#timing(), ...metadata }) };
  }

  /** Returns the result of a call whose response was not read to its end, with the part that arrived. */
  breakOff(answer: "aborted" | "broken off"): Partial<ModelResult> {
    const { output, completion } = this.#received();
    const metadata = this.#metadata({ answer: output || answer === "aborted" ? answer : "unread" });
    return { ...(output && { output }), ...this.#generation({ ...completion, ...this.#timing(), ...metadata }) };
  }

  #tokenArrived(): void {
    this.#firstTokenAt ??= performance.now();
  }

  #received(): { output?: JsonObject; completion: Generation } {
    if (this.#firstTokenAt === undefined) return { completion: {} };
    const output = this.#partial.toMessage();
    return { output, completion: this.#completion(output) };
  }

  #completion(message: JsonObject): Generation {
    return "messages" in this.#request
      ? { messageCompletion: message as unknown as IGenerationMessage }
      : { completion: toText(message["content"]) ?? "" };
  }

  /**
   * Returns the metadata of the generation, or no field if it is empty. A recorded partial response has metadata that
   * mark it as partial. The metadata of the complete response must replace them, even if they are empty.
   */
  #metadata(details: JsonObject): Pick<Generation, "metadata"> {
    const metadata = { ...this.#request.metadata, ...details };
    const wasNoted = this.#isNoted;
    this.#isNoted ||= "answer" in details;
    return Object.keys(metadata).length > 0 || wasNoted ? { metadata } : {};
  }

  #generation(answer: Generation): { generation?: Generation } {
    if (this.call.isClaimed) return {};
    const isStreamed = this.#firstTokenAt !== undefined;
    const { settings } = this.#request;
    return {
      generation: keepLists({
        ...this.#request,
        ...(isStreamed && { settings: { ...settings, stream: true } }),
        ...answer,
      }),
    };
  }

  #timing(outputTokenCount?: number): Pick<Generation, "duration" | "ttFirstToken" | "tokenThroughputInSeconds"> {
    const duration = (performance.now() - this.#startedAt) / 1000;
    return {
      duration,
      ...(this.#firstTokenAt !== undefined && { ttFirstToken: this.#firstTokenAt - this.#startedAt }),
      ...(outputTokenCount && duration > 0 && { tokenThroughputInSeconds: outputTokenCount / duration }),
    };
  }
}

function readAnswers(output: Fields): JsonObject[] {
  const { generations } = output;
  const [first] = Array.isArray(generations) ? (generations as unknown[]) : [];
  return (Array.isArray(first) ? first : [])
    .map(toFields)
    .map(({ message, text }) =>
      isMessage(message) ? toMessageJson(message) : { role: "assistant", content: toText(text) ?? "" },
    );
}

/** Whether a chunk has content. The first chunks of a stream are often empty. */
export function holdsToken(token: string, fields: unknown): boolean {
  if (token !== "") return true;
  const message = toFields(toFields(toFields(fields)["chunk"])["message"]);
  const extra = toFields(message["additional_kwargs"]);
  const lists = [message["content"], message["tool_call_chunks"], extra["tool_calls"]];
  return (
    lists.some((list) => Array.isArray(list) && list.length > 0) || toText(extra["reasoning_content"]) !== undefined
  );
}
