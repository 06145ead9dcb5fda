import type { Service } from "./browser/open-ui.ts";

/** Creates a clock that a test can move forward, to store records in the past. */
export function createClock(start: number) {
  let time: number | null = start;
  return {
    now: (): number => time ?? Date.now(),
    advance(milliseconds: number): void {
      if (time !== null) time += milliseconds;
    },
    /** Switches to real time. */
    release(): void {
      time = null;
    },
  };
}

const users = ["ada", "bob"] as const;
const threadsAtOnce = 20;

/**
 * Stores the threads `thread-0`, `thread-1` and so on, an hour apart. Each has a message, a run, a tool call and a
 * generation. Every fourth run and generation fails. Every second thread has the user `ada`, the model `gpt-4o` and the
 * tag `vip`.
 */
export async function seedLog(
  { graphql, ingest }: Service,
  { count, clock }: { readonly count: number; readonly clock?: ReturnType<typeof createClock> | undefined },
): Promise<void> {
  const size = clock ? 1 : threadsAtOnce;
  for (let start = 0; start < count; start += size) {
    const indexes = Array.from({ length: Math.min(size, count - start) }, (_, offset) => start + offset);
    const threads = indexes.map((index) => {
      const odd = index % 2;
      const tags = odd ? "[]" : '["vip"]';
      const metadata = `{ plan: "${odd ? "free" : "pro"}", seats: ${index} }`;
      return `t${index}: upsertThread(id: "thread-${index}", name: "Question ${index}", participantId: "${users[odd]}", tags: ${tags}, metadata: ${metadata}) { id }`;
    });
    // oxlint-disable-next-line no-await-in-loop -- lists are in creation order
    await graphql(`mutation { ${threads.join(" ")} }`);
    const at = clock?.now() ?? Date.now();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await ingest(indexes.flatMap((index) => stepsOf(index, at)));
    clock?.advance(3_600_000);
  }
}

function stepsOf(index: number, at: number): Readonly<Record<string, unknown>>[] {
  const id = `thread-${index}`;
  const odd = index % 2;
  const error = index % 4 === 3 ? "Timeout: no answer" : null;
  const environment = odd ? "dev" : "prod";
  const time = (milliseconds: number): string => new Date(at + milliseconds).toISOString();
  const inRun = { threadId: id, rootRunId: `${id}-run`, parentId: `${id}-run` };
  return [
    { id: `${id}-user`, threadId: id, type: "user_message", name: users[odd], output: { content: `Ask ${index}` } },
    {
      id: `${id}-run`,
      threadId: id,
      type: "run",
      name: "Agent",
      environment,
      startTime: time(0),
      endTime: time(1000 + index * 10),
      input: { question: `Ask ${index}` },
      output: { answer: `=SUM(${index})` },
      error,
      scores: [{ name: "helpful", value: odd, type: "HUMAN" }],
    },
    { ...inRun, id: `${id}-tool`, type: "tool", name: "search", input: { q: "x" }, output: "found" },
    {
      ...inRun,
      id: `${id}-llm`,
      type: "llm",
      name: "answer",
      environment,
      startTime: time(0),
      endTime: time(500),
      error,
      generation: {
        model: odd ? "mistral-large" : "gpt-4o",
        provider: odd ? "mistral" : "openai",
        messages: [{ role: "user", content: `Ask ${index}` }],
        messageCompletion: { role: "assistant", content: `Answer ${index}` },
        inputTokenCount: 100,
        outputTokenCount: 20,
        duration: 0.5,
        ttFirstToken: 120,
        error,
      },
    },
  ];
}
