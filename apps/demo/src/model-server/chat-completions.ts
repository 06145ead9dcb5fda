import { randomUUID } from "node:crypto";
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionMessageFunctionToolCall,
} from "openai/resources/chat";
import { judgeAnswer, judgeModel } from "./judge-answer.ts";
import { assistantModel, nearestAnswer } from "./nearest-answer.ts";
import { countTokens, type RecordedAnswer, recordedAnswer, recordedAt, words } from "./recorded-answer.ts";
import type { Reply } from "./reply.ts";

export function replyToChat(parameters: ChatCompletionCreateParams): Reply {
  const { messages, model, stream_options: options } = parameters;
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const toolResults = messages.slice(asked).filter(({ role }) => role === "tool").length;
  const question = messages[asked]?.content;
  const { content, toolCalls }: RecordedAnswer =
    model === judgeModel
      ? { content: judgeAnswer(parameters) }
      : model === assistantModel
        ? { content: nearestAnswer(question) }
        : recordedAnswer({ model, question, toolResults });
  const calls = toolCalls?.map(({ id, ...called }): ChatCompletionMessageFunctionToolCall => ({
    id,
    type: "function",
    function: called,
  }));
  const usage = { prompt_tokens: countTokens(messages), completion_tokens: countTokens(calls ?? content ?? null) };
  const completion: ChatCompletion = {
    id: `chatcmpl-${randomUUID()}`,
    object: "chat.completion",
    created: recordedAt,
    model,
    choices: [
      {
        index: 0,
        finish_reason: calls ? "tool_calls" : "stop",
        logprobs: null,
        message: { role: "assistant", content: content ?? null, refusal: null, ...(calls && { tool_calls: calls }) },
      },
    ],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  };
  return { body: completion, events: events(completion, options?.include_usage === true) };
}

function* events(completion: ChatCompletion, includesUsage: boolean): Generator<string> {
  for (const chunk of chunks(completion, includesUsage)) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

/** Yields one chunk per word or tool call, then the finish reason and, if requested, the usage. */
function* chunks(completion: ChatCompletion, includesUsage: boolean): Generator<ChatCompletionChunk> {
  const { id, created, model, choices, usage } = completion;
  const common = { id, created, model, object: "chat.completion.chunk" } as const;
  const choice = choices[0];
  const chunk = (delta: ChatCompletionChunk.Choice.Delta): ChatCompletionChunk => ({
    ...common,
    choices: [{ index: 0, delta, finish_reason: null }],
  });
  yield chunk({ role: "assistant", content: "" });
  for (const word of words(choice?.message.content ?? "")) yield chunk({ content: word });
  for (const [index, call] of (choice?.message.tool_calls ?? []).entries())
    if (call.type === "function") yield chunk({ tool_calls: [{ index, ...call }] });
  yield { ...common, choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason ?? "stop" }] };
  if (includesUsage && usage) yield { ...common, choices: [], usage };
}
