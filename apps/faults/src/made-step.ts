/** Steps for tests. Their content is derived from their number and version, so that readers can verify it. */

export interface MadeStep {
  readonly id: string;
  readonly threadId: string;
  readonly type: "llm" | "tool";
  readonly name: string;
  readonly startTime: string;
  readonly endTime?: string;
  readonly input: { readonly content: string };
  readonly output?: { readonly content: string };
  readonly error?: string;
  readonly metadata: { readonly number: number };
  readonly tags: readonly string[];
  readonly generation?: { readonly [key: string]: unknown };
}

/** Version 1 of a step is sent when it starts, version 2 when it ends. */
export type Version = 1 | 2;

const models = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4"];
/** Start time of the first step. It is always the same, so that the hourly sums of different runs can be compared. */
const start = Date.UTC(2026, 0, 1);

function wordOf(number: number): string {
  return `order${(number * 2_654_435_761).toString(36)}x`;
}

export function makeStep(number: number, version: Version, id = `step-${number}`): MadeStep {
  const text = `When does ${wordOf(number)} arrive? ${"It was sent twice. ".repeat(number % 17)}`;
  const type = number % 4 === 0 ? "llm" : "tool";
  const startTime = start + number * 100;
  return {
    id,
    threadId: `thread-${Math.floor(number / 50)}`,
    type,
    name: `${type} ${number % 7}`,
    startTime: new Date(startTime).toISOString(),
    input: { content: text },
    metadata: { number },
    tags: [`team-${number % 3}`],
    ...(version === 2 && {
      endTime: new Date(startTime + 50 + (number % 400)).toISOString(),
      output: { content: `Within five working days, ${wordOf(number)}.` },
      ...(number % 10 === 0 && { error: "Too late." }),
    }),
    ...(type === "llm" && {
      generation: {
        type: "CHAT",
        provider: "openai",
        model: models[(number / 4) % models.length],
        inputTokenCount: 100 + (number % 50),
        outputTokenCount: version === 2 ? 20 + (number % 30) : 0,
        messages: [{ role: "user", content: text }],
      },
    }),
  };
}
