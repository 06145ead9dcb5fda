import type { ChatCompletionCreateParams } from "openai/resources/chat";

/** Name of the simulated judge model. Its answer depends only on a few words in the judged text. */
export const judgeModel = "judge-stand-in";

const labels = { good: "yes", bad: "no" } as const;
const apologies = /\b(?:sorry|unable|cannot|could not|error|failed)\b/iu;

/**
 * Judges the text between `<output>` and `</output>` in the last message. Returns JSON with a reasoning and a label.
 */
export function judgeAnswer({ messages }: Pick<ChatCompletionCreateParams, "messages">): string {
  const text = JSON.stringify(messages.at(-1)?.content ?? "");
  const output = /<output[^>]*>(.*?)<\/output/isu.exec(text)?.[1] ?? text;
  const found = apologies.exec(output)?.[0];
  return JSON.stringify(
    found === undefined
      ? { reasoning: "The answer responds to the request, and reports no problem.", label: labels.good }
      : { reasoning: `The answer contains "${found}", so a part of the request was not met.`, label: labels.bad },
  );
}
