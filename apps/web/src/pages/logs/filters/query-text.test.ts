import { expect, test } from "vitest";
import type { Condition } from "./condition.ts";
import { complete, completionAt, offersOf } from "./query-completion.ts";
import type { ScoreBounds } from "./use-score-choices.ts";
import { carryQuery, formatSearchText, moveToChips, moveToText, readSearchText, textToMark } from "./query-text.ts";

const now = Date.parse("2026-11-23T12:00:00Z");

test.each([
  ["", undefined, undefined],
  ["refund", "refund", undefined],
  ["lost umbrella", "lost umbrella", undefined],
  ['"lost umbrella"', "lost umbrella", undefined],
  ["lost AND umbrella", undefined, "lost AND umbrella"],
  ["model:gpt-4o refund", undefined, "model:gpt-4o refund"],
  ["-refund", undefined, "-refund"],
])("%j searches for the text %j or the query %j", (text, q, query) => {
  const read = readSearchText("steps", text, now);
  expect(read).toEqual({ q, query });
  expect(readSearchText("steps", formatSearchText(read), now)).toEqual({ q, query });
});

test("the text of a link is quoted, so that it is searched as one text", () => {
  expect(formatSearchText({ q: "a:b (c)" })).toBe('"a:b (c)"');
  expect(formatSearchText({ query: "lost umbrella" })).toBe("lost AND umbrella");
  expect(formatSearchText({ query: "model:" })).toBe("model:");
});

test("conditions become chips, and the rest stays text", () => {
  const filters = [{ field: "type", operator: "eq", value: "llm" }] as const;
  const model = { field: "model", operator: "eq", value: "gpt-4o" } as const;
  const moved = moveToChips("steps", "model:gpt-4o lost (tag:a OR tag:b)", { filters, now });
  expect(moved).toEqual({ filters: [...filters, model], q: undefined, query: "lost (tag:a OR tag:b)" });
  expect(moveToChips("steps", "model:gpt-4o lost", { filters: [], now })).toEqual({
    filters: [model],
    q: "lost",
    query: undefined,
  });
  expect(moveToChips("steps", "created:last-7d", { filters, now }).query).toBe("created:last-7d");
});

test("a label of a score becomes a chip, and the chip becomes the same text", () => {
  const text = 'score.user-feedback:"not helpful"';
  const label: Condition = { field: "scoreLabel", operator: "eq", value: "not helpful", path: "user-feedback" };
  for (const list of ["threads", "runs", "steps", "generations"] as const) {
    const moved = moveToChips(list, text, { filters: [], now });
    expect(moved).toEqual({ filters: [label], q: undefined, query: undefined });
    expect(moveToText(list, moved).query).toBe(text);
  }
});

test("chips become text, except those that no query expresses", () => {
  const seats = { field: "metadata", operator: "eq", value: 5, path: "seats" } as const;
  const model: Condition = { field: "model", operator: "in", value: ["a", "b"] };
  expect(moveToText("steps", { filters: [model, seats], q: "lost umbrella" })).toEqual({
    filters: [seats],
    q: undefined,
    query: 'model:a,b "lost umbrella"',
  });
  expect(moveToText("steps", { filters: [model], query: "a OR b" }).query).toBe("model:a,b (a OR b)");
  expect(moveToText("steps", { filters: [seats], q: "x" })).toEqual({ filters: [seats], q: "x", query: undefined });
});

test("a query is carried to lists that have its fields", () => {
  expect(carryQuery("tag:a OR tag:b", { from: "runs", to: "scores" })).toBe("tag:a OR tag:b");
  expect(carryQuery("model:a OR tag:b", { from: "runs", to: "scores" })).toBeUndefined();
});

test.each([
  ["name:agent", "runs", "threads", undefined],
  ["name:agent tag:a", "runs", "threads", "tag:a"],
  ["name:agent OR tag:a", "runs", "threads", undefined],
  ["-name:agent", "runs", "steps", "-name:agent"],
  ["name:search", "steps", "generations", undefined],
  ["step:search", "threads", "steps", undefined],
  ["id:a", "runs", "threads", undefined],
  ["thread:a", "threads", "steps", "thread:a"],
] as const)("the query %j of %s is carried to %s as %j", (query, from, to, carried) => {
  expect(carryQuery(query, { from, to })).toBe(carried);
});

test("the text that all matches contain is marked", () => {
  expect(textToMark({ query: 'model:a "lost umbrella"' })).toBe("lost umbrella");
  expect(textToMark({ query: "a OR b" })).toBeUndefined();
  expect(textToMark({ q: "x" })).toBe("x");
});

test.each([
  ["mod|", ["model:"], "model:|"],
  ["tag:a -la| x", ["latency:"], "tag:a -latency:| x"],
  ["has:err|", ["error"], "has:error |"],
  ["(model:gp|)", ["gpt-4o", "gpt 5"], "(model:gpt-4o |)"],
  ['model:a,"gp|', ["gpt-4o", "gpt 5"], "model:a,gpt-4o |"],
  ["metadata.gp|", ["gpt-4o", "gpt 5"], "metadata.gpt-4o:|"],
  ["latency:>2|", [], null],
  ['"mod|', [], null],
  ["unknown:x|", [], null],
  ["|", [], null],
])("at the cursor in %j, the suggestions are %j", (marked, labels, completed) => {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const completion = completionAt("steps", text, cursor);
  const offers = completion ? offersOf("steps", completion, ["gpt-4o", "gpt 5"]) : [];
  expect(offers.map(({ label }) => label)).toEqual(labels);
  const [offer] = offers;
  if (completion === undefined || offer === undefined) return;
  const next = complete(text, cursor, { completion, offer });
  expect(`${next.text.slice(0, next.cursor)}|${next.text.slice(next.cursor)}`).toBe(completed);
});

test("labels of a score are suggested as its values, and comparisons of a score without labels", () => {
  const offered = (text: string, known: readonly string[], bounds?: ScoreBounds) => {
    const completion = completionAt("threads", text, text.length);
    return completion ? offersOf("threads", completion, known, bounds).map(({ insert }) => insert) : [];
  };
  expect(offered("score.feedback:", ["helpful", "not helpful"])).toEqual(["helpful ", '"not helpful" ']);
  expect(offered('score."tone of voice":"not', ["helpful", "not helpful"])).toEqual(['"not helpful" ']);
  const bounds = { minimum: 0, maximum: 1 };
  expect(offered("score.quality:", [], bounds)).toEqual(["<", ">="]);
  expect(offered("score.quality:0", [], bounds)).toEqual([]);
  expect(offered("score.quality:<", [], bounds)).toEqual([]);
});

test("names of scores are suggested for their own text and for the word score", () => {
  const offered = (text: string): string[] => {
    const completion = completionAt("threads", text, text.length);
    if (!completion) return [];
    return offersOf("threads", completion, ["useful-review", "request met"]).map(({ insert }) => insert);
  };
  expect(offered("useful")).toEqual(["score.useful-review:"]);
  expect(offered("met")).toContain('score."request met":');
  expect(offered("score")).toEqual(["score:", "score.useful-review:", 'score."request met":']);
  expect(offered("lost")).toEqual([]);
});
