import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../../../docs");
const types = ["llm", "tool", "llm", "retrieval", "assistant_message"] as const;

/**
 * A step of a conversation. A model call has its messages in the field `generation` and has no `input` and `output`,
 * like a model call that the SDK sends.
 */
export interface VariedStep {
  readonly id: string;
  readonly threadId: string;
  readonly type: (typeof types)[number];
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly input?: { readonly content: string };
  readonly output?: { readonly content: string };
  readonly metadata: { readonly [key: string]: string };
  readonly tags: readonly string[];
  readonly generation?: { readonly [key: string]: unknown };
}

/** Returns sentences of the documentation, which compress like real texts. */
function readSentences(): readonly string[] {
  const texts = globSync("**/*.md", { cwd: docs }).toSorted();
  const sentences = texts.flatMap((file) => readFileSync(join(docs, file), "utf8").split(/[.:]\s/));
  return sentences
    .map((sentence) => sentence.replaceAll("\n", " ").trim())
    .filter((sentence) => sentence.length > 30 && sentence.length < 200 && !sentence.includes("|"));
}

const sentences = readSentences();

/**
 * Creates steps of about 2 kB of JSON with varied words, in threads of 20 steps. The steps are numbered, starting at
 * `from`.
 */
export function makeVariedSteps(count: number, from = 0): readonly VariedStep[] {
  let state = from + 1;
  const next = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const say = (length: number): string => {
    const said: string[] = [];
    for (let size = 0; size < length; size += said.at(-1)?.length ?? length) {
      said.push(sentences[next(sentences.length)] ?? "");
    }
    return `${said.join(". ")}.`;
  };
  const startedAt = Date.UTC(2026, 0, 1);
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const type = types[number % types.length] ?? "llm";
    const [question, answer] = [say(700), say(700)];
    return {
      id: `0198${(number * 2_654_435_761).toString(16).padStart(12, "0")}-${number}`,
      threadId: `thread-${Math.floor(number / 20)}`,
      type,
      name: `${type} ${number % 50}`,
      startTime: new Date(startedAt + number * 10).toISOString(),
      endTime: new Date(startedAt + number * 10 + 800).toISOString(),
      metadata: { requestId: `request-${number}`, region: "eu-west", release: `1.${number % 40}.0` },
      tags: [`team-${number % 10}`],
      ...(type === "llm"
        ? {
            generation: {
              type: "CHAT",
              provider: "openai",
              model: "gpt-4o-mini",
              inputTokenCount: 180,
              outputTokenCount: 170,
              duration: 0.8,
              messages: [
                { role: "system", content: "You are a helpful assistant." },
                { role: "user", content: question },
              ],
              messageCompletion: { role: "assistant", content: answer },
            },
          }
        : { input: { content: question }, output: { content: answer } }),
    };
  });
}
