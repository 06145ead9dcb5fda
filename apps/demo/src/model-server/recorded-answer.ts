import recorded from "./__fixtures__/recorded-answers.json" with { type: "json" };
import { NotRecordedError } from "./reply.ts";

/** Response of the model to a question: a text, or tool calls. */
export interface RecordedAnswer {
  content?: string;
  toolCalls?: { id: string; name: string; arguments: string }[];
}

export interface RecordedQuestion {
  model: unknown;
  /** The last user message: a text, or the text parts of the message. */
  question: unknown;
  /** Number of tool results that follow the question. */
  toolResults: number;
}

export const recordedModel = "support-stand-in";

/** Name of the smaller model. It only has responses to some of the questions. */
export const recordedSmallModel = "support-stand-in-mini";

/** Time at which the responses were recorded, in Unix seconds. */
export const recordedAt: number = Date.parse(recorded.date) / 1000;

/**
 * Returns the recorded response to a question. A model may call tools before it answers, so a question can have several
 * responses. `toolResults`, the number of tool results so far, selects one of them.
 * @throws {NotRecordedError} when no response is recorded.
 */
export function recordedAnswer({ model, question, toolResults }: RecordedQuestion): RecordedAnswer {
  const recording = recorded.recordings.find((one) => one.model === model);
  if (!recording) {
    const models = recorded.recordings.map((one) => one.model).join(" and ");
    throw new NotRecordedError(`only ${models} have recorded answers, not ${String(model)}`);
  }
  const asked = textOf(question);
  const conversation = recording.conversations.find((one) => one.question === asked);
  const answers: { content?: string; toolCalls?: { name: string; arguments: object }[] }[] =
    conversation?.answers ?? [];
  let calls = 0;
  for (const { content, toolCalls } of answers) {
    if (calls === toolResults) {
      return {
        ...(content !== undefined && { content }),
        ...(toolCalls && {
          toolCalls: toolCalls.map(({ name, arguments: values }, index) => ({
            id: `call_${calls + index}`,
            name,
            arguments: JSON.stringify(values),
          })),
        }),
      };
    }
    calls += toolCalls?.length ?? 0;
  }
  throw new NotRecordedError(`no recorded answer for ${JSON.stringify(asked)} after ${toolResults} tool results`);
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map((part: { text?: unknown }) => part.text ?? "").join("");
}

/** Splits a text into the words that a model would stream. */
export function words(text: string): string[] {
  return text.match(/\S+\s*/gu) ?? [];
}

/** Estimates the number of tokens, with the rule of thumb for English of four characters per token. */
export function countTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
