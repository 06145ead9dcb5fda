import { describe, expect, test } from "vitest";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { indexed } from "./indexed.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const words =
  'refund refunded order-42 Ünïcode 日本語の文章 a the it\'s naïve e-mail x1y2z3 ОДИН line\nbreak "quoted" \\back \u0000nul 😀 100%_Done^2'.split(
    " ",
  );
const needles = [
  "refund",
  "fund",
  "EFUNDED",
  "order-4",
  "r-42 the",
  "ünï",
  "本語の",
  "a",
  "the it's",
  "s naï",
  "-mail",
  "1y2z",
  "один",
  "line\nbreak",
  "ne\nbr",
  '"quoted"',
  '"',
  "\\back",
  "\u0000nul",
  "😀",
  "zzz",
  "xx-longword-yy",
  "refund order",
  "refund or",
  "the e-",
  "-mail x1",
  "zzz re",
  "0%_d",
  "%",
  "e^2",
  "0_",
];
const longWord = "longword".repeat(40);

/** Random text that is the same in every run. */
function textOf(seed: number): string {
  const chosen = Array.from(
    { length: 6 },
    (_, index) => words[(seed * 7 + index * index * (seed % 5)) % words.length] ?? "",
  );
  return [...chosen, ...(seed % 11 === 0 ? [`xx-${longWord}`] : [])].join(seed % 3 === 0 ? ", " : " ");
}

function stepOf(index: number): StepWrite {
  const text = textOf(index);
  const base = { id: `step-${index}`, createdAt: index, threadId: `thread-${index % 20}` };
  switch (index % 4) {
    case 0:
      return { ...base, input: text, output: { answer: [text, index] } };
    case 1:
      return { ...base, output: text };
    case 2:
      return { ...base, input: { deep: { text } } };
    default:
      return { ...base, generation: { type: "CHAT", messages: [{ role: "user", content: text }] } };
  }
}

/** Whether a payload contains a text, as documented for the filter `content`. */
function contains(values: readonly unknown[], needle: string): boolean {
  const folded = needle.toLowerCase();
  const spelled = JSON.stringify(needle).slice(1, -1).toLowerCase();
  return values.some((value) => {
    if (value === undefined || value === null) return false;
    const text = (typeof value === "string" ? value : JSON.stringify(value)).toLowerCase();
    return text.includes(folded) || text.includes(spelled);
  });
}

async function expectFound(store: Store, steps: readonly StepWrite[]): Promise<void> {
  for (const needle of needles) {
    const filters = [{ field: "content", operator: "ilike", value: needle }] as const;
    const query = { first: 1_000, filters, orderBy: { column: "createdAt", direction: "ASC" } } as const;
    const found = await Promise.all([
      store.steps.list(project, query),
      store.generations.list(project, query),
      store.threads.list(project, query),
    ]);
    const matching = steps.filter(({ input, output }) => contains([input, output], needle));
    const answered = steps.filter(({ generation }) => contains([generation?.messages], needle));
    const threads = new Set(matching.map(({ threadId }) => threadId));
    expect
      .soft(
        found.map(({ edges }) => edges.map(({ node }) => node.id).toSorted()),
        JSON.stringify(needle),
      )
      .toEqual([
        matching.map(({ id }) => id).toSorted(),
        answered.map(({ id }) => id).toSorted(),
        [...threads].toSorted(),
      ]);
  }
}

export function describeSearch(openStore: OpenStore): void {
  describe("search", () => {
    test("a text is found at any position, before and after it is indexed, changed and deleted", () =>
      withStore(openStore, async (store) => {
        const steps = Array.from({ length: 240 }, (_, index) => stepOf(index));
        await store.steps.ingest(otherProject, steps.slice(0, 40));
        await store.steps.ingest(project, steps);
        await expectFound(store, steps);
        await indexed(store);
        await expectFound(store, steps);

        const changed = steps.map((step, index) => (index % 3 === 0 ? { ...step, output: textOf(index + 1) } : step));
        await store.steps.ingest(
          project,
          changed.filter((_, index) => index % 3 === 0).map(({ id, createdAt, output }) => ({ id, createdAt, output })),
        );
        await store.steps.delete(project, "step-4", 1);
        const left = changed.filter(({ id }) => id !== "step-4");
        await expectFound(store, left);
        await indexed(store);
        await expectFound(store, left);
      }));
  });
}
