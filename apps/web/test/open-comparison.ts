import type { Page } from "playwright-core";
import { openUi, type Ui } from "./browser/open-ui.ts";

const begin = Date.UTC(2026, 2, 4, 12);

interface Answer {
  readonly id: string;
  readonly day: number;
  readonly seconds: number;
  readonly tools: readonly string[];
  readonly text: string;
}

function answerThread({ id, day, seconds, tools, text }: Answer): Readonly<Record<string, unknown>>[] {
  const at = (offset: number): string => new Date(begin + day * 86_400_000 + offset * 1_000).toISOString();
  const inAgent = { threadId: id, parentId: `${id}-agent`, rootRunId: `${id}-agent` };
  return [
    { id: `${id}-agent`, threadId: id, type: "run", name: "support", startTime: at(0), endTime: at(seconds) },
    ...tools.map((name, index) => ({
      ...inAgent,
      id: `${id}-${name}`,
      type: "tool",
      name,
      startTime: at(index),
      endTime: at(index + 1),
      input: { order: "A-1042" },
      output: { result: `${name} is done` },
    })),
    {
      ...inAgent,
      id: `${id}-answer`,
      type: "llm",
      name: "answer",
      startTime: at(tools.length),
      endTime: at(seconds),
      output: [...Array.from({ length: 20 }, (_, line) => `Line ${line}`), text].join("\n"),
      generation: { model: "gpt-4o-mini", inputTokenCount: 100 * seconds, outputTokenCount: 20 },
    },
  ];
}

const before = answerThread({
  id: "monday",
  day: 0,
  seconds: 5,
  tools: ["look_up", "send_mail"],
  text: "It arrives on Thursday.",
});

const after = answerThread({
  id: "tuesday",
  day: 1,
  seconds: 9,
  tools: ["look_up", "check_stock"],
  text: "It arrives on Friday.",
});

/** Opens a project with two runs of an agent that differ in their tools and answers. */
export async function openComparison(options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  return openUi({
    path: null,
    seed: async ({ ingest }) => {
      await ingest(before);
      await ingest(after);
    },
    ...options,
  });
}

export const rows = (page: Page) => page.getByRole("listbox", { name: "Steps of both threads" }).getByRole("option");
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
