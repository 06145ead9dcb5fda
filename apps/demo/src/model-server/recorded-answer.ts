import recorded from "./__fixtures__/recorded-answers.json" with { type: "json" };
import { NotRecordedError } from "./reply.ts";

/** Response of the model to a question: text or tool calls. */
export interface RecordedAnswer {
  content?: string;
  toolCalls?: { id: string; name: string; arguments: string }[];
}

export interface RecordedQuestion {
  model: unknown;
  /** The last user message: a text, or its text parts. */
  question: unknown;
  /** Number of tool results after the question. */
  toolResults: number;
}

export const recordedModel = "support-stand-in";

/** Smaller model, with answers to some questions. */
export const recordedSmallModel = "support-stand-in-mini";

/** Time of the recordings, in Unix seconds. */
export const recordedAt: number = Date.parse(recorded.date) / 1000;

/**
 * The recorded answer to a question after the results of the tools that earlier answers called for.
 *
 * @throws {NotRecordedError} when there is none.
 */
export function recordedAnswer({ model, question, toolResults }: RecordedQuestion): RecordedAnswer {
  const recording = recorded.recordings.find((one) => one.model === model);
  if (!recording) {
    const models = recorded.recordings.map((one) => one.model).join(" and ");
    throw new NotRecordedError(`there are recorded answers of ${models}, not of ${String(model)}`);
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

/** Estimates tokens as four characters each, the rule of thumb for English. */
export function countTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
