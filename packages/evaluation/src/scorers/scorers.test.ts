import type { JsonValue } from "@threadline/schema/sdk";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleStep, exampleView } from "../../test/example-view.ts";
import type { JsonObject } from "../json-object.ts";
import { EvaluationError } from "../evaluation-error.ts";
import type { EvaluationScore } from "../evaluation-score.ts";
import { builtInScorers, checkScorer, runScorer } from "./built-in-scorers.ts";
import { equalJson } from "./equal-json.ts";
import { findLoop } from "./find-loop.ts";
import { pairCalls } from "./match-tool-calls.ts";

const score = (scorer: string, output: JsonValue, expected: JsonValue, options: JsonObject = {}) =>
  runScorer({ scorer, options }, exampleView({ output, expected }));

async function valueOf(...args: Parameters<typeof score>): Promise<number> {
  return (await score(...args)).value;
}

test.each<[JsonValue, JsonValue, JsonObject, number]>([
  ["Paris", "Paris", {}, 1],
  ["paris", "Paris", {}, 0],
  ["paris ", "Paris", { ignoreCase: true, trim: true }, 1],
  [5, "5", {}, 1],
  ['{"b":[1],"a":"x"}', { a: "x", b: [1] }, {}, 1],
  [{ a: "X" }, { a: "x" }, { ignoreCase: true }, 1],
  [{ a: 1 }, { a: 1, b: null }, {}, 0],
  [[1, 2], [2, 1], {}, 0],
  ["no JSON", { a: 1 }, {}, 0],
])("exactMatch of %j and %j with %j is %d", async (output, expected, options, value) => {
  expect(await valueOf("exactMatch", output, expected, options)).toBe(value);
});

test.each<[JsonValue, JsonValue, JsonObject, number]>([
  ["Paris is the capital", "Paris", {}, 1],
  ["paris", "Paris", {}, 0],
  ["paris", "Paris", { ignoreCase: true }, 1],
  ["a b", ["a", "b"], {}, 1],
  ["a", ["a", "b"], {}, 0],
  ["a", ["a", "b"], { mode: "any" }, 1],
  ["c", null, { texts: ["a", "b"], mode: "any" }, 0],
  [{ answer: "Paris" }, "Paris", {}, 1],
])("contains of %j and %j with %j is %d", async (output, expected, options, value) => {
  expect(await valueOf("contains", output, expected, options)).toBe(value);
});

test("contains names the texts that are missing", async () => {
  expect(await score("contains", "a", ["a", "b", "c"])).toEqual({ value: 0, comment: "Not found: b, c" });
});

test.each<[JsonValue, JsonObject, number]>([
  ["order 4711", { pattern: "\\d{4}" }, 1],
  ["order 4711", { pattern: "\\d{4}", wholeText: true }, 0],
  ["YES", { pattern: "^yes$" }, 0],
  ["YES", { pattern: "^yes$", ignoreCase: true }, 1],
])("regularExpression of %j with %j is %d", async (output, options, value) => {
  expect(await valueOf("regularExpression", output, null, options)).toBe(value);
});

test("regularExpression matches a pattern that backtracks exponentially in linear time", async () => {
  expect(await valueOf("regularExpression", `${"a".repeat(20_000)}!`, null, { pattern: "^(a+)+$" })).toBe(0);
});

test.each([
  ["(", "`pattern` is invalid"],
  ["(?=a)", "`pattern` is invalid"],
  ["((a{50}){50}){50}", "`pattern`"],
])("regularExpression rejects the pattern %s", async (pattern, message) => {
  await expect(score("regularExpression", "a", null, { pattern })).rejects.toThrow(message);
});

test.each<[JsonValue, JsonObject, number]>([
  ['{"a":1}', {}, 1],
  ["5", {}, 1],
  ["5", { kind: "object or array" }, 0],
  ["[1]", { kind: "object" }, 0],
  ["{a:1}", {}, 0],
  [{ a: 1 }, { kind: "object" }, 1],
])("validJson of %j with %j is %d", async (output, options, value) => {
  expect(await valueOf("validJson", output, null, options)).toBe(value);
});

describe("jsonSchema", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { city: { type: "string", pattern: "^[A-Z]" }, people: { $ref: "#/$defs/count" } },
    required: ["city"],
    additionalProperties: false,
    $defs: { count: { type: "integer", minimum: 0 } },
  };

  test.each<[JsonValue, number, string | undefined]>([
    [{ city: "Paris", people: 2 }, 1, undefined],
    ['{"city":"Paris"}', 1, undefined],
    [{ city: "paris" }, 0, "/city: "],
    [{ city: "Paris", people: -1 }, 0, "/people: "],
    [{ people: 1 }, 0, "city"],
    [{ city: "Paris", country: "France" }, 0, "country"],
    ["Paris", 0, "not JSON"],
  ])("of %j is %d", async (output, value, comment = "") => {
    const result = await score("jsonSchema", output, null, { schema });
    expect(result.value).toBe(value);
    expect(result.comment ?? "").toContain(comment);
  });

  test.each<[string, JsonObject, string]>([
    ["refers to another document", { $ref: "https://example.com/schema.json" }, "Unresolved $ref"],
    ["refers to itself forever", { $ref: "#" }, "Maximum call stack size exceeded"],
    ["has an invalid pattern", { type: "string", pattern: "(" }, "Invalid regular expression"],
  ])("is rejected when it %s", async (_, invalid, message) => {
    await expect(score("jsonSchema", "text", null, { schema: invalid, parse: false })).rejects.toMatchObject({
      problem: "definitionInvalid",
      message: expect.stringContaining(message),
    });
  });

  test("is not changed by its use, and may be frozen", async () => {
    const frozen = JSON.parse(JSON.stringify(schema), (_, value) => Object.freeze(value)) as JsonObject;
    expect(await valueOf("jsonSchema", { city: "Paris" }, null, { schema: frozen })).toBe(1);
  });

  test("follows the draft that it names", async () => {
    const tuple = { items: [{ type: "string" }], additionalItems: false };
    const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", ...tuple };
    expect(await valueOf("jsonSchema", ["a", "b"], null, { schema: draft7 })).toBe(0);
  });

  test("that is nested too deeply exceeds a limit", async () => {
    const deep = JSON.parse(`${'{"not":'.repeat(200)}{}${"}".repeat(200)}`) as JsonObject;
    await expect(score("jsonSchema", {}, null, { schema: deep })).rejects.toMatchObject({ problem: "limitExceeded" });
  });
});

test.each<[JsonValue, JsonValue, JsonObject, number]>([
  [10, 10, {}, 1],
  [0, 0, {}, 1],
  ["9", 10, {}, 1 - 1 / 19],
  [-10, 10, {}, 0],
  [9.9, 10, { absolute: 0.2 }, 1],
  [9.5, 10, { absolute: 0.2 }, 0],
  [105, 100, { relative: 0.05 }, 1],
  [106, 100, { relative: 0.05 }, 0],
  [0.1, 0, { relative: 0.05, absolute: 0.1 }, 1],
])("numericCloseness of %j and %j with %j is %d", async (output, expected, options, value) => {
  expect(await valueOf("numericCloseness", output, expected, options)).toBeCloseTo(value, 12);
});

test.each<[JsonValue, JsonValue, JsonObject, number]>([
  ["kitten", "sitting", {}, 1 - 3 / 7],
  ["", "", {}, 1],
  ["abc", "", {}, 0],
  ["ABC", "abc", { ignoreCase: true }, 1],
])("editDistance of %j and %j with %j is %d", async (output, expected, options, value) => {
  expect(await valueOf("editDistance", output, expected, options)).toBeCloseTo(value, 12);
});

test("editDistance does not start on texts that take too long", async () => {
  await expect(score("editDistance", "a".repeat(20_001), "a")).rejects.toMatchObject({ problem: "limitExceeded" });
});

describe("embeddingSimilarity", () => {
  const view = exampleView({ output: "a", expected: "b" });
  const run = (vectors: readonly (readonly number[])[], options: JsonObject = {}) =>
    runScorer({ scorer: "embeddingSimilarity", options }, view, { embed: () => Promise.resolve(vectors) });

  test.each<[number[], number[], JsonObject, number]>([
    [[1, 0], [2, 0], {}, 1],
    [[1, 0], [0, 1], {}, 0],
    [[1, 0], [-1, 0], {}, 0],
    [[1, 1], [1, 0], {}, Math.SQRT1_2],
    [[4, 3], [1, 0], { minimum: 0.6 }, 0.5],
  ])("of %j and %j with %j is %d", async (one, other, options, value) => {
    expect((await run([one, other], options)).value).toBeCloseTo(value, 12);
  });

  test.each<[string, number[][]]>([
    ["no vectors", []],
    ["one vector", [[1]]],
    ["vectors of different lengths", [[1], [1, 2]]],
    [
      "a vector of zeros",
      [
        [0, 0],
        [1, 0],
      ],
    ],
  ])("fails for %s", async (_, vectors) => {
    await expect(run(vectors)).rejects.toMatchObject({ problem: "resultInvalid" });
  });

  test("needs a model", async () => {
    await expect(runScorer({ scorer: "embeddingSimilarity", options: {} }, view)).rejects.toThrow("embedding model");
  });
});

const search = (query: string): JsonObject => ({ name: "search", arguments: { query } });

test.each<[string, JsonValue, JsonValue, JsonObject, number]>([
  ["all made", [search("a"), search("b")], [search("b"), search("a")], {}, 1],
  ["one missing", [search("a")], [search("a"), search("b")], {}, 0.5],
  ["one not expected", [search("a"), search("b")], [search("a")], {}, 0.5],
  ["one not expected, but allowed", [search("a"), search("b")], [search("a")], { allowExtra: true }, 1],
  ["other arguments", [search("a")], [search("b")], {}, 0],
  ["other arguments, ignored", [search("a")], [search("b")], { arguments: "ignore" }, 1],
  ["names only", [search("a")], ["search"], {}, 1],
  ["more arguments", [search("a")], [{ name: "search", arguments: {} }], { arguments: "subset" }, 1],
  ["none, as expected", [], [], {}, 1],
])("toolCalls with %s", async (_, output, expected, options, value) => {
  expect(await valueOf("toolCalls", output, expected, { output: "output", ...options })).toBe(value);
});

test("tool calls are read from steps, messages and calls in OpenAI's format", async () => {
  const call = { id: "c", type: "function", function: { name: "search", arguments: '{"query":"a"}' } };
  const view = exampleView({
    steps: [exampleStep({ type: "run", name: "agent" }), exampleStep({ input: { query: "a" } })],
    messages: [
      { role: "user", content: "a?" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", content: "1", tool_call_id: "c" },
    ],
    output: { tool_calls: [call] },
    expected: [search("a")],
  });
  for (const output of ["steps", "messages", "output", "output.tool_calls"]) {
    // oxlint-disable-next-line no-await-in-loop -- four short runs
    expect({ output, ...(await runScorer({ scorer: "toolCalls", options: { output } }, view)) }).toEqual({
      output,
      value: 1,
    });
  }
});

test.each<[string, JsonObject, string[], number]>([
  ["a b", { order: "strict" }, ["a", "b"], 1],
  ["b a", { order: "strict" }, ["a", "b"], 0],
  ["b a", { order: "unordered" }, ["a", "b"], 1],
  ["b a a", { order: "unordered" }, ["a", "b"], 0],
  ["a", { order: "subset" }, ["a", "b"], 1],
  ["a c", { order: "subset" }, ["a", "b"], 0],
  ["c b a", { order: "superset" }, ["a", "b"], 1],
  ["c b", { order: "superset" }, ["a", "b"], 0],
  ["a a a", { order: "any", maxRepeats: 2 }, [], 0],
  ["a a b a a", { order: "any", maxRepeats: 2 }, [], 1],
  ["x a b a b a b", { order: "any", maxRepeats: 2 }, [], 0],
])("trajectory %s with %j and expected %j is %d", async (made, options, expected, value) => {
  expect(await valueOf("trajectory", made.split(" "), expected, { output: "output", ...options })).toBe(value);
});

test("trajectory reports the first difference", async () => {
  const result = await score("trajectory", [search("a"), "stop"], [search("a"), search("b")], { output: "output" });
  expect(result.comment).toBe('Call 2 is stop(), expected search({"query":"b"})');
  const loop = await score("trajectory", ["a", "b", "a", "b"], [], { output: "output", order: "any", maxRepeats: 1 });
  expect(loop).toEqual({ value: 0, label: "loop", comment: "Repeated 2 times: a(), b()" });
});

test("findLoop agrees with a search of all repeats", () => {
  const names = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 3 }), (made, maxRepeats) => {
      const text = made.join("");
      const isLoop = new RegExp(`(.+)\\1{${maxRepeats}}`, "u").test(text);
      const calls = made.map((name) => ({ name, arguments: { b: 1, a: name } }));
      expect(findLoop(calls, maxRepeats) !== null).toBe(isLoop);
    }),
  );
});

test("pairCalls finds as many pairs as a search of all pairings", () => {
  const call = fc.record({
    name: fc.constantFrom("a", "b"),
    arguments: fc.dictionary(fc.constantFrom("x", "y"), fc.integer({ min: 0, max: 1 }), { maxKeys: 2 }),
  });
  const calls = fc.array(call, { maxLength: 4 });
  fc.assert(
    fc.property(calls, calls, (actual, expected) => {
      const pairs = pairCalls(actual, expected, "subset").filter((index) => index !== undefined);
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(pairs.length).toBe(mostPairs(actual, expected));
    }),
  );
});

type Call = Parameters<typeof pairCalls>[0][number];

function mostPairs(actual: readonly Call[], [first, ...rest]: readonly Call[]): number {
  if (!first) return 0;
  const without = mostPairs(actual, rest);
  const withFirst = actual.flatMap((call, index) =>
    pairCalls([call], [first], "subset")[0] === 0 ? [1 + mostPairs(actual.toSpliced(index, 1), rest)] : [],
  );
  return Math.max(without, ...withFirst);
}

test("values are equal if their JSON is equal, regardless of the order of fields", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const copy = JSON.parse(JSON.stringify(one)) as JsonValue;
      expect(equalJson(copy, JSON.parse(JSON.stringify(one)) as JsonValue)).toBe(true);
      if (JSON.stringify(one) === JSON.stringify(other)) return;
      expect(equalJson({ a: 1, b: copy }, { b: copy, a: 1 })).toBe(true);
    }),
  );
});

test("a target without the scored or the expected value has no score", async () => {
  await expect(score("exactMatch", "a", null)).rejects.toThrow("The target has no `expected`");
  await expect(score("exactMatch", "a", "a", { output: "metadata.x" })).rejects.toThrow("no `metadata.x`");
  await expect(score("numericCloseness", "five", 5)).rejects.toThrow("`output` is not a number: five");
  await expect(score("toolCalls", 5, [], { output: "output" })).rejects.toThrow("`output` must contain steps");
});

test.each<[string, JsonObject, string]>([
  ["unknown", {}, "There is no built-in scorer `unknown`"],
  ["constructor", {}, "There is no built-in scorer `constructor`"],
  ["contains", { mode: "none" }, "The options of `contains` are invalid: /mode"],
  ["contains", { texts: [1] }, "/texts/0"],
  ["contains", { other: 1 }, "other"],
  ["regularExpression", {}, "pattern"],
])("the scorer %s with the options %j is rejected", (name, options, message) => {
  expect(() => checkScorer(name, options)).toThrow(message);
});

test("each scorer describes itself and its options", () => {
  for (const [name, scorer] of builtInScorers) {
    expect(scorer.name).toBe(name);
    expect(scorer.description).toMatch(/^\S.*\.$/u);
    for (const option of Object.values(scorer.options.properties)) expect(option.description).toMatch(/^\S.*\.$/u);
  }
});

test("any target and options give a score, or an error that explains itself", async () => {
  const names = fc.constantFrom(...builtInScorers.keys()).filter((name) => name !== "embeddingSimilarity");
  const options = fc.record(
    {
      output: fc.constantFrom("output", "steps", "metadata.x", "output[0]"),
      schema: fc.object() as fc.Arbitrary<JsonObject>,
      pattern: fc.string({ minLength: 1 }),
      order: fc.constantFrom("strict", "any", "subset"),
      maxRepeats: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(names, options, fc.jsonValue(), fc.jsonValue(), async (scorer, all, output, expected) => {
      const known = builtInScorers.get(scorer)?.options.properties ?? {};
      const given = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(known, name)));
      const view = exampleView({ output: output as JsonValue, expected: expected as JsonValue });
      const result = await runScorer({ scorer, options: given }, view).catch((error: unknown) => error);
      const isExplained = result instanceof EvaluationError;
      const value = isExplained ? 0 : (result as EvaluationScore).value;
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});
