import { expect, test } from "vitest";
import { formatQuery } from "./format-query.ts";
import { parseQuery } from "./parse-query.ts";
import { divideQuery, queryOfCondition } from "./query-conditions.ts";
import { type QueriedList, queryFields } from "./query-fields.ts";
import type { QueryCondition, QueryFilter } from "./query-filters.ts";
import { resolveQuery } from "./resolve-query.ts";

const now = Date.parse("2026-11-23T12:34:56.789Z");

function resolve(text: string, list: QueriedList = "steps"): QueryFilter[] {
  const query = parseQuery(text);
  return query === null ? [] : resolveQuery(query, { list, now });
}

function shortly(filter: QueryFilter): string {
  if ("any" in filter) return `any(${filter.any.map((branch) => branch.map(shortly).join(" & ")).join(" | ")})`;
  if ("not" in filter) return `not(${shortly(filter.not)})`;
  if ("someStep" in filter) return `someStep(${filter.someStep.map(shortly).join(" & ")})`;
  if ("noStep" in filter) return `noStep(${filter.noStep.map(shortly).join(" & ")})`;
  const { field, path, operator, value } = filter;
  return `${field}${path === undefined ? "" : `.${path}`} ${operator} ${JSON.stringify(value)}`;
}

test.each<[string, string]>([
  ["model:gpt-4o", 'model eq "gpt-4o"'],
  ["model:a,b", 'model in ["a","b"]'],
  ["model:*gpt*", 'model ilike "gpt"'],
  ["model:a,*b*", 'any(model ilike "b" | model eq "a")'],
  ["-model:gpt-4o", 'model neq "gpt-4o"'],
  ["-tag:test", 'tags nin ["test"]'],
  ["tag:a,b", 'tags in ["a","b"]'],
  ["tool:search,*lookup*", 'type eq "tool" & any(name ilike "lookup" | name eq "search")'],
  ["-tool:search", 'any(type neq "tool" | name neq "search")'],
  ["USER:ada user_id:ada", 'participantIdentifiers in ["ada"] & participantIdentifiers in ["ada"]'],
  ["latency:>2s latency:<=500ms latency:1m", "duration gt 2 & duration lte 0.5 & duration eq 60"],
  ["-latency:>2s", "not(duration gt 2)"],
  ["latency:1s..5s", "duration gte 1 & duration lte 5"],
  ["-latency:1s..5s", "any(not(duration gte 1) | not(duration lte 5))"],
  ["tokens:>1k tokens:1.5M", "tokenCount gt 1000 & tokenCount eq 1500000"],
  ["cost:>$0.01 cost:<=0.5", "cost gt 0.01 & cost lte 0.5"],
  ["score.correctness:<0.5 score:1", "scoreValue.correctness lt 0.5 & scoreValue eq 1"],
  ['score.user-feedback:"not helpful"', 'scoreLabel.user-feedback eq "not helpful"'],
  ["score.tone:warm,cold score:warm", 'scoreLabel.tone in ["warm","cold"] & scoreLabel eq "warm"'],
  ["score.tone:warm,*old*,0", 'any(scoreValue.tone eq 0 | scoreLabel.tone ilike "old" | scoreLabel.tone eq "warm")'],
  ["-score.tone:warm", 'scoreLabel.tone neq "warm"'],
  ["-score.tone:warm,1", 'scoreValue.tone neq 1 & scoreLabel.tone neq "warm"'],
  ["scoreLabel.stars:5 has:scoreLabel.stars", 'scoreLabel.stars eq "5" & scoreLabel.stars nis null'],
  ["score.tone:* score.tone:0.5,1", "scoreValue.tone nis null & any(scoreValue.tone eq 0.5 | scoreValue.tone eq 1)"],
  ["metadata.plan:pro metadata.seats:>5", 'metadata.plan eq "pro" & metadata.seats gt 5'],
  ["metadata.a.b:*x* metadata:pro", 'metadata.a.b ilike "x" & metadata ilike "pro"'],
  ["has:error -has:metadata.plan", "error nis null & metadata.plan is null"],
  ["no:error,model", "error is null & model is null"],
  ["has:error,model error:*", "any(error nis null | model nis null) & error nis null"],
  ["status:error status:ok", "error nis null & error is null"],
  ['"two words" refund', 'content ilike "two words" & content ilike "refund"'],
  ["-refund", 'content nilike "refund"'],
  ["a OR (b c)", 'any(content ilike "a" | content ilike "b" & content ilike "c")'],
  ["a OR (b OR c)", 'any(content ilike "a" | content ilike "b" | content ilike "c")'],
  ["-(a OR model:b)", 'content nilike "a" & model neq "b"'],
  ["-(a model:b)", 'any(content nilike "a" | model neq "b")'],
  ["--a", 'content ilike "a"'],
  ["created:>2026-11-01", 'createdAt gte "2026-11-02T00:00:00.000Z"'],
  ["created:>=2026-11-01", 'createdAt gte "2026-11-01T00:00:00.000Z"'],
  ["created:<2026-11-01", 'createdAt lt "2026-11-01T00:00:00.000Z"'],
  ["created:<=2026-11-01", 'createdAt lt "2026-11-02T00:00:00.000Z"'],
  ["created:2026-11-01", 'createdAt gte "2026-11-01T00:00:00.000Z" & createdAt lt "2026-11-02T00:00:00.000Z"'],
  [
    "created:2026-11-01..2026-11-02",
    'createdAt gte "2026-11-01T00:00:00.000Z" & createdAt lt "2026-11-03T00:00:00.000Z"',
  ],
  ["created:>2026-11-01T12:00+01:00", 'createdAt gt "2026-11-01T11:00:00.000Z"'],
  ["created:>2026-11-01T12:00", 'createdAt gt "2026-11-01T12:00:00.000Z"'],
  ["created:last-7d", 'createdAt gte "2026-11-16T12:34:56.000Z"'],
  ["created:<now-2h", 'createdAt lt "2026-11-23T10:34:56.000Z"'],
  ["created:today", 'createdAt gte "2026-11-23T00:00:00.000Z" & createdAt lt "2026-11-24T00:00:00.000Z"'],
  ["created:>=yesterday", 'createdAt gte "2026-11-22T00:00:00.000Z"'],
])("%s", (text, filters) => {
  expect(resolve(text).map(shortly).join(" & ")).toBe(filters);
});

test.each<[string, string]>([
  ["tool:search status:error", 'someStep(stepType in ["tool"] & stepName eq "search" & error nis null)'],
  ["type:tool", 'stepType in ["tool"]'],
  [
    "has:error user:ada type:tool",
    'someStep(error nis null & stepType in ["tool"]) & participantIdentifiers in ["ada"]',
  ],
  ["type:tool refund", 'stepType in ["tool"] & content ilike "refund"'],
  [
    "type:tool (status:error OR output:late)",
    'someStep(stepType in ["tool"] & any(error nis null | stepOutput ilike "late"))',
  ],
  [
    "type:tool (status:error OR user:ada)",
    'stepType in ["tool"] & any(error nis null | participantIdentifiers in ["ada"])',
  ],
  ["type:tool status:ok -step:search", 'stepType in ["tool"] & error is null & stepName neq "search"'],
  ["-(type:tool status:error)", 'noStep(stepType in ["tool"] & error nis null)'],
  ["--(type:tool status:error)", 'someStep(stepType in ["tool"] & error nis null)'],
  ["type:tool OR status:error", 'any(stepType in ["tool"] | error nis null)'],
  [
    "(type:tool status:error) OR user:ada",
    'any(someStep(stepType in ["tool"] & error nis null) | participantIdentifiers in ["ada"])',
  ],
  ["output.rows:1..5", "someStep(stepOutput.rows gte 1 & stepOutput.rows lte 5)"],
])("%s selects threads by one step", (text, filters) => {
  expect(resolve(text, "threads").map(shortly).join(" & ")).toBe(filters);
});

test.each([
  ["modle:x", 'This list has no field "modle". Use one of model, name, type'],
  ["tool.x:y", '"tool" has no nested fields: write tool:name.'],
  ["tool:>2", '"tool" is a text and cannot be compared'],
  ["https://example.com", "put a text with a colon in quotes"],
  ["latency:fast", '"latency" is a number: write a value such as 2s, 500ms, 1.5 instead of "fast"'],
  ["tokens:>$5", "such as 1000, 1k"],
  ["cost:>2s", "such as $0.01, 0.01"],
  ["metadata.plan:>pro", "Only numbers can be compared"],
  ["name:>a", '"name" is a text and cannot be compared: write name:text or name:*part*.'],
  ["name:a..b", "put a text with two dots in quotes"],
  ["tag:*x*", '"tag" is compared as a whole: write tag:value without "*".'],
  ["model.x:y", '"model" has no nested fields: write model:value.'],
  ["has:type", 'Every record has "type": leave out the condition.'],
  ["has:*", "Write it as has:error."],
  ["status:slow", "Write status:error or status:ok."],
  ["created:monday", '"created" is a time: write a value such as 2026-11-01'],
  ["created:2026-02-30", '"created" is a time'],
  ["created:>last-7d", 'Write created:last-7d. In comparisons and ranges, write "now" instead of "last"'],
  ["latency:*2*", "write a comparison such as latency:>1"],
  ["score.tone:>warm", '"score" is a number: write a value such as 0.5, 1k instead of "warm"'],
])("the query %s is rejected: %s", (text, message) => {
  expect(() => resolve(text)).toThrow(message);
});

test("the number of conditions is limited, and a list of values counts as one", () => {
  const many = Array.from({ length: 51 }, (_, index) => `model:m${index}`);
  expect(() => resolve(many.join(" OR "))).toThrow("at most 50");
  expect(resolve(`model:${many.map((text) => text.slice(6)).join(",")}`)).toHaveLength(1);
});

test("the names of each list are unique, whatever their case", () => {
  for (const [list, fields] of Object.entries(queryFields)) {
    const names = fields.flatMap((field) => field.names.map((name) => name.toLowerCase()));
    expect({ list, repeated: names.filter((name, index) => names.indexOf(name) < index) }).toEqual({
      list,
      repeated: [],
    });
  }
});

test.each<[string, readonly QueryCondition[], string | null]>([
  [
    'model:gpt-4o -tag:test "refund" latency:>2s',
    [
      { field: "model", operator: "eq", value: "gpt-4o" },
      { field: "tags", operator: "nin", value: ["test"] },
      { field: "duration", operator: "gt", value: 2 },
    ],
    "refund",
  ],
  [
    'score.user-feedback:"not helpful" score.tone:<0.5',
    [
      { field: "scoreLabel", operator: "eq", value: "not helpful", path: "user-feedback" },
      { field: "scoreValue", operator: "lt", value: 0.5, path: "tone" },
    ],
    null,
  ],
  ["score.tone:warm,1", [], "score.tone:warm,1"],
  ["model:a OR model:b", [], "model:a OR model:b"],
  ["(model:a OR b) model:c", [{ field: "model", operator: "eq", value: "c" }], "model:a OR b"],
  ["created:last-7d -latency:>2s", [], "created:last-7d -latency:>2s"],
])("%s is divided into conditions and a rest", (text, conditions, rest) => {
  const query = parseQuery(text);
  if (query === null) throw new Error("no query");
  const divided = divideQuery(query, { list: "steps", now });
  expect(divided.conditions).toEqual(conditions);
  expect(divided.rest && formatQuery(divided.rest)).toBe(rest);
});

test.each([
  ["type:tool status:error user:ada", ["participantIdentifiers"], "type:tool status:error"],
  ["type:tool user:ada -step:search", ["participantIdentifiers", "stepName"], "type:tool"],
  ["tool:search", [], "tool:search"],
])("%s keeps conditions on steps in the query", (text, fields, rest) => {
  const query = parseQuery(text);
  if (query === null) throw new Error("no query");
  const divided = divideQuery(query, { list: "threads", now });
  expect(divided.conditions.map(({ field }) => field)).toEqual(fields);
  expect(divided.rest && formatQuery(divided.rest)).toBe(rest);
});

test.each<[QueryCondition, string | undefined]>([
  [{ field: "model", operator: "eq", value: "gpt-4o" }, "model:gpt-4o"],
  [{ field: "model", operator: "in", value: ["gpt-4o"] }, "model:gpt-4o"],
  [{ field: "model", operator: "nin", value: ["a", "b c"] }, '-model:a,"b c"'],
  [{ field: "name", operator: "nilike", value: "two words" }, '-name:*"two words"*'],
  [{ field: "tags", operator: "in", value: ["test"] }, "tag:test"],
  [{ field: "duration", operator: "gte", value: 0.25 }, "latency:>=0.25s"],
  [{ field: "cost", operator: "lt", value: 0.01 }, "cost:<$0.01"],
  [{ field: "tokenCount", operator: "neq", value: 1_000 }, "-tokens:1000"],
  [{ field: "metadata", operator: "eq", value: "pro", path: "plan" }, "metadata.plan:pro"],
  [{ field: "metadata", operator: "ilike", value: "pro" }, "metadata:pro"],
  [{ field: "metadata", operator: "eq", value: 5, path: "seats" }, undefined],
  [{ field: "error", operator: "nis", value: null }, "has:error"],
  [{ field: "metadata", operator: "is", value: null, path: "a b" }, '-has:"metadata.a b"'],
  [{ field: "createdAt", operator: "gte", value: "2026-11-01" }, "created:>=2026-11-01T00:00:00.000Z"],
  [{ field: "content", operator: "ilike", value: "refund" }, "refund"],
  [{ field: "content", operator: "nilike", value: "a b" }, '-"a b"'],
  [{ field: "scoreValue", operator: "lt", value: 0.5, path: "correctness" }, "score.correctness:<0.5"],
  [
    { field: "scoreLabel", operator: "eq", value: "not helpful", path: "user-feedback" },
    'score.user-feedback:"not helpful"',
  ],
  [{ field: "scoreLabel", operator: "nin", value: ["warm", "cold"], path: "tone" }, "-score.tone:warm,cold"],
  [{ field: "scoreLabel", operator: "ilike", value: "help" }, "score:*help*"],
  [{ field: "scoreLabel", operator: "in", value: ["5", "good"], path: "stars" }, "scoreLabel.stars:5,good"],
  [{ field: "scoreLabel", operator: "is", value: null, path: "tone" }, "-has:scoreLabel.tone"],
  [{ field: "unknown", operator: "eq", value: "x" }, undefined],
])("the query of %j is %s", (condition, text) => {
  const node = queryOfCondition("steps", condition);
  expect(node && formatQuery(node)).toBe(text);
});

test("a text finds users by what they contain, and the condition has the same text", () => {
  const condition = { field: "content", operator: "ilike", value: "ada" } as const;
  expect(resolve("ada", "users")).toEqual([condition]);
  const node = queryOfCondition("users", condition);
  expect(node && formatQuery(node)).toBe("ada");
});
