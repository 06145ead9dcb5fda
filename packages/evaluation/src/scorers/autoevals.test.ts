import type { JsonValue } from "@threadline/schema/sdk";
import { expect, test } from "vitest";
import { exampleView } from "../../test/example-view.ts";
import type { JsonObject } from "../json-object.ts";
import recorded from "./__fixtures__/autoevals.json" with { type: "json" };
import { runScorer } from "./built-in-scorers.ts";

/** Inputs and the scores that autoevals 0.3.0 computed for them, recorded on 2026-11-24. */
interface Recorded {
  readonly output: JsonValue;
  readonly expected?: JsonValue;
  readonly score: number;
}

async function ours(
  scorer: string,
  { output, expected = null }: Recorded,
  options: JsonObject = {},
  vectors: readonly (readonly number[])[] = [],
): Promise<number> {
  const view = exampleView({ output, expected });
  const { value } = await runScorer({ scorer, options }, view, { embed: () => Promise.resolve(vectors) });
  return value;
}

test.each(["editDistance", "numericCloseness"] as const)("%s agrees with autoevals", async (scorer) => {
  for (const each of recorded[scorer]) {
    // oxlint-disable-next-line no-await-in-loop -- resolves immediately
    expect({ ...each, score: await ours(scorer, each) }).toEqual({ ...each, score: expect.closeTo(each.score, 12) });
  }
});

test("validJson of objects and arrays agrees with autoevals", async () => {
  for (const each of recorded.validJson) {
    // oxlint-disable-next-line no-await-in-loop -- resolves immediately
    expect({ ...each, score: await ours("validJson", each, { kind: "object or array" }) }).toEqual(each);
  }
});

test("jsonSchema agrees with autoevals, which uses Ajv", async () => {
  for (const each of recorded.jsonSchema) {
    // oxlint-disable-next-line no-await-in-loop -- resolves immediately
    expect({ ...each, score: await ours("jsonSchema", each, { schema: each.schema }) }).toEqual(each);
  }
});

test("embeddingSimilarity agrees with autoevals, whose lowest cosine is 0.7", async () => {
  for (const each of recorded.embeddingSimilarity) {
    const { minimum, vectors } = each;
    // oxlint-disable-next-line no-await-in-loop -- resolves immediately
    const score = await ours("embeddingSimilarity", each, { minimum }, vectors);
    // The client of autoevals receives vectors in single precision.
    expect(score).toBeCloseTo(each.score, 6);
  }
});

test("exactMatch agrees with autoevals, except that the order of an object's fields does not count", async () => {
  const inOtherOrder = { output: { a: 1, b: 2 }, expected: { b: 2, a: 1 } };
  for (const each of recorded.exactMatch) {
    const isOther = JSON.stringify([each.output, each.expected]) === JSON.stringify(Object.values(inOtherOrder));
    // oxlint-disable-next-line no-await-in-loop -- resolves immediately
    const score = await ours("exactMatch", each);
    expect({ ...each, score }).toEqual({ ...each, score: isOther ? 1 : each.score });
  }
});
