import { EvaluationError, type EvaluationScore, type TargetView } from "@threadline/evaluation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeLimits } from "../../src/evaluators/code/code-limits.ts";
import { type CodeRunner, createCodeRunner } from "../../src/evaluators/code/code-runner.ts";
import { partOf } from "../test-inputs.ts";
import { escapeAttacks, escapedValue } from "./escape-attacks.ts";

const view: TargetView = {
  input: { question: "Why?" },
  output: "Because",
  expected: "Because",
  metadata: { plan: "free" },
  messages: [{ role: "user", content: "Why?" }],
  steps: [],
  thread: null,
};

const correct = `export default ({ input, output, expected, metadata }) => {
  const clean = [canaryOfLastRun => 0].length === 1 && globalThis.canaryOfLastRun === undefined && Math.max(1, 2) === 2;
  const text = JSON.stringify([input.question, metadata.plan, {}.polluted ?? null, Object.keys({ a: 1 })]);
  return { value: clean && output === expected ? 1 : 0, comment: text };
};`;

/** Objects of this process that code could change if it obtained any object from outside its isolate. */
const shared = {
  Object,
  Array,
  Function,
  String,
  Number,
  Promise,
  Error,
  RegExp,
  Map,
  JSON,
  Math,
  Reflect,
  globalThis,
};

/** Returns the own fields of the shared objects and their prototypes, with their values. */
function snapshot(): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(shared)) {
    for (const [part, holder] of [
      ["", value],
      [".prototype", (value as { prototype?: unknown }).prototype],
    ] as const) {
      if (holder === undefined || holder === null) continue;
      for (const key of Reflect.ownKeys(holder)) {
        const { value: held, get, set } = Reflect.getOwnPropertyDescriptor(holder, key) ?? {};
        found.set(`${name}${part}.${String(key)}`, held ?? get ?? set);
      }
    }
  }
  return found;
}

function changesSince(before: ReadonlyMap<string, unknown>): string[] {
  const after = snapshot();
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.has(name) !== after.has(name) || !Object.is(before.get(name), after.get(name)),
  );
}

/** Returns the parts of an outcome that come from the host, or that are not fields of a score or an error. */
function leaksOf(outcome: EvaluationScore | EvaluationError): string[] {
  if (outcome instanceof EvaluationError) {
    const { message } = outcome;
    return message.length > 1500 || /node:internal|node_modules|file:/u.test(message) ? [message] : [];
  }
  const { value, label = "", comment = "", ...others } = outcome;
  return [
    ...(value === escapedValue || !Number.isFinite(value) ? [`${value}: ${comment}`] : []),
    ...[label, comment].filter((text) => typeof text !== "string"),
    ...Object.keys(others),
    ...(Object.getPrototypeOf(outcome) === Object.prototype ? [] : ["another prototype"]),
  ];
}

let runner: CodeRunner;
beforeAll(() => {
  // With one thread, evaluations after an attack run in the thread of the attack.
  runner = createCodeRunner({ threads: 1, limits: { ...codeLimits, timeMs: 100, maxDurationMs: 1500 } });
  // Node defines some globals when they are first accessed.
  snapshot();
});
afterAll(() => runner.close());

async function outcomeOf(source: string): Promise<EvaluationScore | EvaluationError> {
  try {
    return await runner.runCode(source, view);
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}

/** Repeats an evaluation that exceeded its time limit on a busy machine. */
async function untilDone(run: () => Promise<EvaluationScore>): Promise<EvaluationScore> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EvaluationError && error.message.includes("took longer")) return untilDone(run);
    throw error;
  }
}

test("there are at least a hundred distinct attacks", () => {
  expect(new Set(escapeAttacks.map(({ source }) => source)).size).toBe(escapeAttacks.length);
  expect(new Set(escapeAttacks.map(({ name }) => name)).size).toBe(escapeAttacks.length);
  expect(escapeAttacks.length).toBeGreaterThanOrEqual(100);
});

test.each(partOf(escapeAttacks))("$name: nothing of the host is reached or disturbed", async ({ source }) => {
  const before = snapshot();
  const outcome = await outcomeOf(source);
  expect(leaksOf(outcome)).toEqual([]);
  expect(changesSince(before)).toEqual([]);
  expect(await untilDone(() => runner.runCode(correct, view))).toEqual({
    value: 1,
    comment: '["Why?","free",null,["a"]]',
  });
  const definition = { kind: "builtIn", scorer: "exactMatch", options: {} } as const;
  expect(await untilDone(() => runner.runScorer(definition, view))).toEqual({ value: 1 });
});
