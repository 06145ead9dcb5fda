import {
  array,
  assert,
  constant,
  constantFrom,
  letrec,
  oneof,
  option,
  property,
  record,
  string,
  stringMatching,
  tuple,
} from "fast-check";
import {
  formatQuery,
  parseQuery,
  type QueriedList,
  QueryError,
  queryFields,
  type QueryNode,
  type QueryTest,
  type QueryValue,
  resolveQuery,
} from "@threadline/schema/query";
import { expect, test } from "vitest";
import { filterFields } from "../../src/store/filter-fields.ts";
import { byInputs, fuzzSeed } from "../test-inputs.ts";

const numRuns = byInputs({ few: 3_000, some: 30_000, many: 100_000, all: 1_000_000 });
const timeout = 600_000;
const text = oneof(
  string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  constantFrom("OR", "-a", "a..b", ".", "..", "<", ">=5", '"', "\\", "*", "a b", "a,b", "(", ":", "NOT", "=x"),
);
const value = oneof(
  record({ kind: constantFrom("exact" as const, "contains" as const), text }),
  constant({ kind: "any" as const }),
).map((each): QueryValue => each);
const queryTest = oneof(
  record({ kind: constant("is" as const), values: array(value, { minLength: 1, maxLength: 3 }) }),
  record({ kind: constant("compare" as const), operator: constantFrom("gt", "gte", "lt", "lte"), text }),
  tuple(option(text), option(text))
    .filter(([from, to]) => (from ?? to) !== null)
    .map(([from, to]) => ({ kind: "range" as const, from, to })),
).map((each): QueryTest => each);
const term = record({
  kind: constant("term" as const),
  field: stringMatching(/^[A-Za-z_][\w-]{0,8}$/u),
  path: option(text, { nil: undefined }),
  test: queryTest,
}).map(({ path, ...rest }): QueryNode => ({ ...rest, ...(path !== undefined && { path }) }));
const { node } = letrec<{ node: QueryNode }>((tie) => ({
  node: oneof(
    { depthSize: "small", withCrossShrink: true },
    term,
    text.map((each): QueryNode => ({ kind: "text", text: each })),
    tie("node").map((inner): QueryNode => ({ kind: "not", node: inner })),
    tuple(constantFrom("and" as const, "or" as const), array(tie("node"), { minLength: 2, maxLength: 3 })).map(
      ([kind, nodes]): QueryNode => ({
        kind,
        nodes: nodes.flatMap((each) => (each.kind === kind ? each.nodes : [each])),
      }),
    ),
  ),
}));

/** Returns the tree without positions. */
function bare(query: unknown): unknown {
  return JSON.parse(JSON.stringify(query, (key, each: unknown) => (key === "place" ? undefined : each)));
}

function depthOf(query: QueryNode): number {
  if (query.kind === "not") return 1 + depthOf(query.node);
  return "nodes" in query ? 1 + Math.max(...query.nodes.map(depthOf)) : 0;
}

test("a printed query tree is parsed to an equal tree", { timeout }, () => {
  const printed = property(node, (query) => {
    if (depthOf(query) > 9) return;
    expect(bare(parseQuery(formatQuery(query)))).toEqual(bare(query));
  });
  assert(printed, { numRuns: Math.ceil(numRuns / 5), seed: fuzzSeed });
});

const lists = Object.keys(queryFields) as QueriedList[]; // `Object.keys` only returns `string[]`
const names = lists.flatMap((list) => queryFields[list].flatMap((field) => field.names));
const pieces = oneof(
  constantFrom(...names, "has", "no", "status", "tool", "x"),
  constantFrom(":", ":", ":>", ":<=", "..", ",", "*", '"', "\\", "(", ")", " ", " ", "-", ".", " OR ", " AND ", "NOT "),
  constantFrom(
    "2s",
    "1k",
    "$0.01",
    "up",
    '"not helpful"',
    "score.tone:",
    "scoreLabel.tone:",
    "2026-11-01",
    "last-7d",
    "now-2h",
    "today",
    "9".repeat(400),
    "1e999",
    "-1",
  ),
  string({ unit: "binary", maxLength: 4 }),
);
const queries = oneof(
  { weight: 4, arbitrary: array(pieces, { maxLength: 14 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: string({ unit: "binary", maxLength: 60 }) },
);

test("any text is rejected with the position of its error, or its printed tree means the same", { timeout }, () => {
  const outcomes = { accepted: 0, rejected: 0 };
  const robust = property(queries, constantFrom(...lists), (query, list) => {
    try {
      const parsed = parseQuery(query);
      if (parsed === null) return;
      const again = parseQuery(formatQuery(parsed));
      expect(bare(again)).toEqual(bare(parsed));
      resolveQuery(parsed, { list, now: 1_800_000_000_000 });
      outcomes.accepted += 1;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      outcomes.rejected += 1;
      const { message, start, end } = error;
      const isSpecific = /^\S.*\.$/su.test(message) && start >= 0 && end >= start && end <= query.length;
      if (!isSpecific) throw new Error(`${JSON.stringify(query)}: ${message} at ${start} to ${end}`, { cause: error });
    }
  });
  assert(robust, { numRuns, seed: fuzzSeed });
  expect(outcomes.accepted).toBeGreaterThan(numRuns / 100);
  expect(outcomes.rejected).toBeGreaterThan(numRuns / 100);
});

test("queries have a name for every field of filters, of the same type", () => {
  for (const list of lists) {
    const named = queryFields[list].map(({ field, names: own, type, isNullable, path }) => [
      field,
      { type, nullable: isNullable, ...(path && { path }), isNamed: own.includes(field) },
    ]);
    const wanted = Object.entries(filterFields[list]).map(([field, definition]) => [
      field,
      { ...definition, isNamed: true },
    ]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(wanted));
    expect(named).toHaveLength(wanted.length);
  }
});
