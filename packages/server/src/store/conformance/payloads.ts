import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Filter } from "../list.ts";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import { indexed } from "./indexed.ts";
import type { OpenStore } from "./open-store.ts";
import { project, withStore } from "./with-store.ts";

const prose = "The refund arrives within five working days. ".repeat(40);
/** Texts that differ in length, compressibility and characters. */
const contents = {
  short: "Hello",
  prose,
  huge: prose.repeat(300),
  incompressible: randomBytes(30_000).toString("base64"),
  "of characters that are escaped": '\u0000\n\r"\\ \uD800 \uDC00 '.repeat(100),
  "of other scripts": "Οὐχὶ ταὐτὰ 東京 😀".repeat(100),
  "with spaces at its end": prose + " ".repeat(3_000),
} as const satisfies { readonly [name: string]: string };

async function find(store: Store, ...filters: Filter[]): Promise<string[]> {
  const { edges } = await store.steps.list(project, { first: 50, filters });
  return edges.map(({ node }) => node.id).toSorted();
}

export function describePayloads(openStore: OpenStore): void {
  describe("payloads", () => {
    test("are returned unchanged by every read", () =>
      withStore(openStore, async (store) => {
        const writes: StepWrite[] = Object.entries(contents).flatMap(([id, text], index) => [
          { id, createdAt: index, threadId: id, type: "tool", input: { text }, output: text, metadata: { text } },
          {
            id: `call ${id}`,
            createdAt: index,
            type: "llm",
            takesContentOfGeneration: true,
            generation: { messages: [{ role: "user", content: text }], completion: text, metadata: { text } },
          },
          { id: `output ${id}`, createdAt: index, threadId: `ended ${id}`, type: "run", output: [text] },
        ]);
        await store.steps.ingest(project, writes);
        for (const [id, text] of Object.entries(contents)) {
          const steps = await store.steps.getMany(project, [id, `call ${id}`, `output ${id}`]);
          const messages = [{ role: "user", content: text }];
          expect(steps.map((step) => [step?.input, step?.output, step?.metadata])).toEqual([
            [{ text }, text, { text }],
            [{ content: messages }, { content: text }, null],
            [null, [text], null],
          ]);
          expect(steps[1]?.generation).toMatchObject({ messages, completion: text, metadata: { text } });
          expect(await store.steps.endsOfThreads(project, [id, `ended ${id}`])).toEqual([
            { opening: { text }, closing: text },
            { opening: null, closing: [text] },
          ]);
        }
      }));

    test("change and are cleared", () =>
      withStore(openStore, async (store) => {
        const step = { id: "s", createdAt: 1, type: "llm" } as const;
        const read = async (): Promise<unknown> => {
          const [found] = await store.steps.getMany(project, ["s"]);
          return [found?.input, found?.output, found?.metadata, found?.generation?.completion];
        };
        const { short, prose: long, incompressible } = contents;
        await store.steps.ingest(project, [{ ...step, input: { long }, generation: { completion: long } }]);
        expect(await read()).toEqual([{ long }, null, null, long]);
        await store.steps.ingest(project, [{ ...step, output: { incompressible } }]);
        expect(await read()).toEqual([{ long }, { incompressible }, null, long]);
        await store.steps.ingest(project, [{ ...step, metadata: { short }, input: null, output: null }]);
        expect(await read()).toEqual([null, null, { short }, long]);
        await store.steps.ingest(project, [{ ...step, generation: { completion: short } }]);
        expect(await read()).toEqual([null, null, { short }, short]);
        await store.steps.ingest(project, [{ ...step, output: long, generation: null }]);
        expect(await read()).toEqual([null, long, { short }, undefined]);
        await store.steps.ingest(project, [{ ...step, output: null, metadata: null }]);
        expect(await read()).toEqual([null, null, null, undefined]);
      }));

    test("are found by their text and paths, whatever their form", () =>
      withStore(openStore, async (store) => {
        const step = { createdAt: 1, type: "llm" } as const;
        await store.steps.ingest(project, [
          { ...step, id: "short", threadId: "t", input: { text: "zebra", count: 7 }, output: "Done" },
          { ...step, id: "long", threadId: "u", input: { text: `${prose}zebra`, count: 7 }, output: { text: prose } },
          { ...step, id: "call", generation: { completion: `${prose} "zebra"`, metadata: { plan: "pro" } } },
          { ...step, id: "other", threadId: "u", input: { text: prose, count: 8 } },
        ]);
        await indexed(store);
        const contains = (value: string, field = "content"): Filter => ({ field, operator: "ilike", value });
        expect(await find(store, contains("ZEBRA"))).toEqual(["long", "short"]);
        expect(await find(store, contains("five working"))).toEqual(["long", "other"]);
        expect(await find(store, { field: "input", path: "count", operator: "eq", value: 7 })).toEqual([
          "long",
          "short",
        ]);
        expect(await find(store, { field: "output", path: "text", operator: "eq", value: prose })).toEqual(["long"]);
        expect(await find(store, { field: "input", operator: "is", value: null })).toEqual(["call"]);
        expect(await find(store, { field: "output", operator: "nis", value: null })).toEqual(["long", "short"]);
        expect(await store.threads.count(project, { filters: [contains("zebra")] })).toBe(2);
        expect(await store.threads.count(project, { filters: [contains("working days", "stepOutput")] })).toBe(1);
        expect(await store.generations.count(project, { filters: [contains("zebra")] })).toBe(1);
        const plan: Filter = { field: "metadata", path: "plan", operator: "eq", value: "pro" };
        expect(await store.generations.count(project, { filters: [plan] })).toBe(1);
      }));
  });
}
