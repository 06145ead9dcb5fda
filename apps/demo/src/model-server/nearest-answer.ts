import recorded from "./__fixtures__/recorded-answers.json" with { type: "json" };
import { wordEmbedding } from "./word-embedding.ts";

/**
 * Name of the simulated model for the UI's playground. It accepts any question, and responds with a recorded answer.
 */
export const assistantModel = "assistant-stand-in";

/** Returns the recorded answer to the most similar recorded question. */
export function nearestAnswer(question: unknown): string {
  const asked = wordEmbedding(typeof question === "string" ? question : JSON.stringify(question ?? ""));
  const [conversation] = recorded.recordings
    .flatMap(({ conversations }) => conversations)
    .map((one) => ({ ...one, similarity: product(asked, wordEmbedding(one.question)) }))
    .toSorted((one, other) => other.similarity - one.similarity);
  const texts = (conversation?.answers ?? []).flatMap((answer) => ("content" in answer ? (answer.content ?? []) : []));
  const isNear = (conversation?.similarity ?? 0) > 0;
  return (isNear && texts.at(-1)) || "I am the stand-in of the demo, and only know the questions of its customers.";
}

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
