import { randomUUID } from "node:crypto";
import type {
  ResponseCreateParams,
  ResponseFunctionToolCall,
  ResponseInput,
  ResponseOutputMessage,
} from "openai/resources/responses/responses";
import { countTokens, recordedAnswer, recordedAt } from "./recorded-answer.ts";
import type { Reply } from "./reply.ts";
import { type SentResponse, responseEvents } from "./response-events.ts";

/**
 * Responds to `POST /responses`. The simulated provider stores no responses, so the input must contain the whole
 * conversation.
 */
export function replyToResponse({ input, model, instructions, tools }: ResponseCreateParams): Reply {
  const items: ResponseInput = typeof input === "string" ? [{ role: "user", content: input }] : (input ?? []);
  const asked = items.findLastIndex((item) => "role" in item && item.role === "user");
  const question = items[asked];
  const toolResults = items.slice(asked).filter(({ type }) => type === "function_call_output").length;
  const answer = recordedAnswer({
    model,
    question: question && "content" in question ? question.content : undefined,
    toolResults,
  });
  const output = answer.toolCalls
    ? answer.toolCalls.map(({ id, ...called }) => toCall(id, called))
    : [toMessage(answer.content ?? "")];
  const usage = { input_tokens: countTokens([instructions, items, tools]), output_tokens: countTokens(output) };
  const response: SentResponse = {
    id: `resp_${randomUUID()}`,
    object: "response",
    access_programs: null,
    created_at: recordedAt,
    status: "completed",
    model: model ?? "",
    output,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: tools ?? [],
    top_p: null,
    usage: {
      ...usage,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input_tokens + usage.output_tokens,
    },
  };
  return { body: response, events: responseEvents(response) };
}

function toCall(id: string, called: { name: string; arguments: string }): ResponseFunctionToolCall {
  return { id: `fc_${randomUUID()}`, type: "function_call", status: "completed", call_id: id, ...called };
}

function toMessage(text: string): ResponseOutputMessage {
  const content: ResponseOutputMessage["content"] = [{ type: "output_text", text, annotations: [] }];
  return { id: `msg_${randomUUID()}`, type: "message", role: "assistant", status: "completed", content };
}
