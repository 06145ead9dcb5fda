import type { Generation, IGenerationMessage, JsonObject } from "@threadline/core";
import { ModelCall } from "@threadline/core/recording";
import { findPrompt, isMessage, toGenerationMessage, toMessageJson } from "./messages.ts";
import { type CalledModel, readAnsweringModel } from "./model-settings.ts";
import { firstGeneration, readUsage } from "./usage.ts";
import { type Fields, toFields, toText } from "./values.ts";

/** What a model is called with: messages, or one text. */
export type ModelInput = { messages: readonly Fields[] } | { prompt: string };

/** What the caller says of a call; on the step as well. */
export type Labels = Pick<Generation, "tags" | "metadata">;

/** One call of a model, from its start to its generation. */
export class ModelRun {
  /** Lets the provider's instrumentation, which may see the same call, record the generation instead. */
  readonly call: ModelCall;
  readonly #startedAt = performance.now();
  readonly #request: Generation;
  #firstTokenAt: number | undefined;

  constructor(input: ModelInput, { provider, model, settings, tools }: CalledModel, labels: Labels = {}) {
    const prompt = "messages" in input ? findPrompt(input.messages) : {};
    const asked =
      "messages" in input
        ? { type: "CHAT" as const, messages: input.messages.map(toGenerationMessage) }
        : { type: "COMPLETION" as const, prompt: input.prompt };
    this.call = new ModelCall(prompt);
    this.#request = { ...labels, ...asked, ...prompt, provider, model, settings, ...(tools && { tools }) };
  }

  /** Something of the answer has arrived. */
  tokenArrived(): void {
    this.#firstTokenAt ??= performance.now();
  }

  /** What the step is to hold when the model has answered. */
  succeed(output: Fields): { output: JsonObject; generation?: Generation } {
    const answers = readAnswers(output);
    const [completion = {}] = answers;
    const message = toFields(firstGeneration(output)["message"]);
    const { details, ...counts } = readUsage(output);
    return {
      output: answers.length > 1 ? { ...completion, choices: answers } : completion,
      ...this.#generation({
        ...("messages" in this.#request
          ? { messageCompletion: completion as unknown as IGenerationMessage }
          : { completion: toText(completion["content"]) ?? "" }),
        model: readAnsweringModel(message, output) ?? this.#request.model,
        ...counts,
        ...(Object.keys(details).length > 0 && { metadata: { ...this.#request.metadata, ...details } }),
        ...this.#timing(counts.outputTokenCount),
      }),
    };
  }

  /** The same when the call failed. */
  fail(error: string): { generation?: Generation } {
    return this.call.hasFailed ? {} : this.#generation({ error, ...this.#timing() });
  }

  #generation(answer: Generation): { generation?: Generation } {
    return this.call.isClaimed ? {} : { generation: { ...this.#request, ...answer } };
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

/** The answers to the prompt; several when the model was asked for several. */
function readAnswers(output: Fields): JsonObject[] {
  const { generations } = output;
  const [first] = Array.isArray(generations) ? (generations as unknown[]) : [];
  return (Array.isArray(first) ? first : [])
    .map(toFields)
    .map(({ message, text }) =>
      isMessage(message) ? toMessageJson(message) : { role: "assistant", content: toText(text) ?? "" },
    );
}

/** Whether a chunk holds something of the answer; the first ones of a stream are often empty. */
export function holdsToken(token: string, fields: unknown): boolean {
  if (token !== "") return true;
  const message = toFields(toFields(toFields(fields)["chunk"])["message"]);
  const extra = toFields(message["additional_kwargs"]);
  const lists = [message["content"], message["tool_call_chunks"], extra["tool_calls"]];
  return (
    lists.some((list) => Array.isArray(list) && list.length > 0) || toText(extra["reasoning_content"]) !== undefined
  );
}
