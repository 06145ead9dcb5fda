import type { Generation, IGenerationMessage, JsonObject } from "@threadline/core";
import { readAnswer, readInstructions, readMessages } from "./messages.ts";
import { readTools } from "./tools.ts";
import { readUsage, readUsageDetails } from "./usage.ts";
import { type Fields, given, toFields, toList, toText } from "./values.ts";

export interface ModelCallRecord {
  readonly generation: Generation;
  /** Messages that were sent to the model, without the instructions. */
  readonly asked: JsonObject[] | undefined;
  readonly answered: JsonObject | undefined;
}

const SETTINGS = [
  "temperature",
  "top_p",
  "frequency_penalty",
  "presence_penalty",
  "max_output_tokens",
  "max_tokens",
  "parallel_tool_calls",
  "tool_choice",
  "truncation",
  "reasoning",
  "reasoning_effort",
  "verbosity",
  "text",
  "service_tier",
  "store",
  "seed",
];

/**
 * Converts a call of the Responses API. If the application disabled the tracing of sensitive data, the span contains
 * only the id of the response, so the record has neither messages nor a model.
 */
export function readResponse({ _input: input, _response: sent, response_id: id }: Fields): ModelCallRecord {
  const response = toFields(sent);
  const asked = readMessages(input);
  const answered = readAnswer(toList(response["output"]));
  return toRecord({
    asked,
    answered,
    instructions: readInstructions(response["instructions"]),
    generation: {
      provider: "openai",
      model: toText(response["model"]),
      settings: settingsOf(response),
      tools: readTools(response["tools"]),
      ...readUsage(response["usage"]),
      metadata: given({
        responseId: toText(response["id"]) ?? toText(id),
        status: toText(response["status"]),
        finishReason: toText(toFields(response["incomplete_details"])["reason"]),
        previousResponseId: toText(response["previous_response_id"]),
        conversationId: toText(toFields(response["conversation"])["id"]) ?? toText(response["conversation"]),
        ...readUsageDetails(response["usage"]),
      }),
    },
  });
}

/** Placeholder id of completions that the Agents SDK assembles from a stream. It is not recorded. */
const PLACEHOLDER = "FAKE_ID";

/**
 * Reads a `generation` span. Such a span describes a call of the Chat Completions API, or a call of another provider's
 * model.
 */
export function readGeneration(data: Fields): ModelCallRecord {
  const { input, output, model, model_config: config, usage } = data;
  const [first = {}] = toList(output);
  const isCompletion = Array.isArray(first["choices"]);
  // `choice` may be undefined: for a stream, older versions of the Agents SDK report an empty completion.
  const [choice] = toList(first["choices"]);
  const message = choice === undefined ? [] : [choice["message"]];
  const counted = [usage, first["usage"]].find((each) => readUsage(each).tokenCount !== undefined);
  const details = { ...readUsageDetails(first["usage"]), ...readUsageDetails(usage) };
  return toRecord({
    asked: readMessages(input),
    answered: isCompletion ? readMessages(message)[0] : readAnswer(toList(output)),
    instructions: [],
    generation: {
      provider: toText(toFields(config)["provider"]) ?? (isCompletion ? "openai" : undefined),
      model: toText(first["model"]) ?? toText(model),
      settings: settingsOf(toFields(config)),
      ...readUsage(counted),
      metadata: given({
        responseId: first["id"] === PLACEHOLDER ? undefined : toText(first["id"]),
        finishReason: toText(choice?.["finish_reason"]),
        ...details,
      }),
    },
  });
}

function settingsOf(fields: Fields): JsonObject | undefined {
  return given(Object.fromEntries(SETTINGS.map((key) => [key, fields[key]])));
}

function toRecord({
  asked,
  answered,
  instructions,
  generation,
}: {
  asked: JsonObject[];
  answered: JsonObject | undefined;
  instructions: JsonObject[];
  generation: Generation;
}): ModelCallRecord {
  const messages = [...instructions, ...asked];
  return {
    asked: asked.length > 0 ? asked : undefined,
    answered,
    generation: {
      ...generation,
      type: "CHAT",
      // The type of these messages is `JsonObject`, but they have the fields of `IGenerationMessage`.
      ...(messages.length > 0 && { messages: messages as unknown as IGenerationMessage[] }),
      ...(answered !== undefined && { messageCompletion: answered as unknown as IGenerationMessage }),
    },
  };
}
