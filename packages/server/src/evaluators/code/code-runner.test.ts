import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError, type TargetView } from "@threadline/evaluation";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeLimits } from "./code-limits.ts";
import { type CodeRunner, createCodeRunner } from "./code-runner.ts";

const view: TargetView = {
  input: { question: "Why?" },
  output: "Because",
  expected: "Because",
  metadata: {},
  messages: [{ role: "user", content: "Why?" }],
  steps: [],
  thread: { id: "t", name: "T", metadata: {}, tags: [], messages: [] },
};

/** Longer limits, because a busy machine may take long. */
const patient = { ...codeLimits, maxDurationMs: 25_000 };

let runner: CodeRunner;
beforeAll(() => {
  runner = createCodeRunner({ limits: patient });
});
afterAll(() => runner.close());

/** Repeats an evaluation that exceeded its time limit on a busy machine. */
async function untilDone<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EvaluationError && error.message.startsWith("The evaluation took")) return untilDone(run);
    throw error;
  }
}

const example = `interface Target { input: { question: string }; output: string; expected: string; thread: { name: string } | null }
type Score = { value: number; label?: string; comment?: string };

export default async ({ input, output, expected, thread }: Target): Promise<Score> => {
  const isEqual = output as unknown === expected;
  const names = await Promise.all([thread?.name ?? "none"].map(async (name) => name.toLowerCase()));
  return { value: isEqual ? 0.75 : 0, label: isEqual ? "equal" : "different", comment: \`\${input.question} \${names.join()}\` };
};
`;

test("TypeScript code reads the target and returns a score", async () => {
  expect(await runner.runCode(example, view)).toEqual({ value: 0.75, label: "equal", comment: "Why? t" });
});

test("an evaluator runs unchanged in Node", async () => {
  const folder = await mkdtemp(join(tmpdir(), "evaluator-"));
  try {
    const path = join(folder, "evaluator.mts");
    await writeFile(path, example);
    const { default: evaluate } = (await import(pathToFileURL(path).href)) as { default: (view: unknown) => unknown };
    expect(await evaluate(view)).toEqual(await runner.runCode(example, view));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each<[string, string, string, string]>([
  ["throws", "export default ({ input }) => {\n  return { value: input.a.b };\n};", "codeFailed", "TypeError"],
  ["throws a text", "export default () => { throw 'no'; };", "codeFailed", "The code failed: no"],
  [
    "rejects",
    "export default async () => {\n\n throw new RangeError('late'); };",
    "codeFailed",
    "RangeError: late (line 3)",
  ],
  ["is not JavaScript", "export default () => {\n  return { value: 1;\n};", "definitionInvalid", "syntax error"],
  [
    "uses TypeScript that is not erasable",
    "enum A { B }\nexport default () => ({ value: A.B });",
    "definitionInvalid",
    "enum",
  ],
  ["exports nothing", "const a = 1;", "definitionInvalid", "`export default`"],
  ["returns nothing", "export default () => {};", "resultInvalid", "must return an object"],
  [
    "returns a text as value",
    "export default () => ({ value: '1' });",
    "resultInvalid",
    "`value` must be a number, not string",
  ],
  ["returns NaN", "export default () => ({ value: NaN });", "resultInvalid", "must be a finite number, not NaN"],
  [
    "returns a long comment",
    "export default () => ({ value: 1, comment: 'x'.repeat(20001) });",
    "limitExceeded",
    "`comment` is longer",
  ],
  ["imports a module", "import 'node:fs';\nexport default () => ({ value: 1 });", "codeFailed", "node:fs"],
  ["never settles", "export default () => new Promise(() => {});", "codeFailed", "never resolved"],
])("code that %s fails with a clear message", async (_, source, problem, message) => {
  await expect(runner.runCode(source, view)).rejects.toMatchObject({
    problem,
    message: expect.stringContaining(message),
  });
});

test("a failure names the line of the TypeScript source", async () => {
  const source =
    "interface A {\n  b: string;\n}\n\nexport default (a: A) => {\n  return { value: (a as any).x.y };\n};";
  await expect(runner.runCode(source, view)).rejects.toThrow("(line 6)");
});

test("console prints nothing, and the clock is stopped and in UTC", async () => {
  const source = `export default () => {
    console.log("x");
    const start = Date.now();
    for (let i = 0; i < 1e5; i += 1);
    return { value: Date.now() - start + new Date().getTimezoneOffset(), comment: new Date(0).toString() };
  };`;
  const { value, comment } = await runner.runCode(source, view);
  expect(value).toBe(0);
  expect(comment).toContain("1970 00:00:00");
});

test("code and targets that are too long are rejected", async () => {
  await expect(runner.runCode(" ".repeat(100_001), view)).rejects.toThrow("The code is longer than 100000 characters");
  const long = { ...view, output: "x".repeat(9_000_000) };
  await expect(runner.runCode(example, long)).rejects.toThrow("The target is longer than");
});

test("a target of many megabytes can be read", async () => {
  const long = { ...view, output: Array.from({ length: 50_000 }, () => "x".repeat(100)) as JsonValue };
  const source = "export default ({ output }) => ({ value: output.length });";
  expect(await runner.runCode(source, long)).toEqual({ value: 50_000 });
});

describe("limits", () => {
  let limited: CodeRunner;
  beforeAll(() => {
    limited = createCodeRunner({ threads: 1, limits: { ...patient, timeMs: 100 } });
  });
  afterAll(() => limited.close());

  test("an endless loop ends at the limit, and does not block this thread", async () => {
    let turns = 0;
    let isRunning = true;
    const failure = limited.runCode("export default () => { for (;;); };", view).finally(() => {
      isRunning = false;
    });
    const count = (): void => {
      turns += 1;
      if (isRunning) setImmediate(count);
    };
    count();
    await expect(failure).rejects.toMatchObject({
      problem: "limitExceeded",
      message: "The code took longer than 100 ms",
    });
    expect(turns).toBeGreaterThan(10);
  });

  test("an operation that cannot be interrupted ends with its thread, and the next evaluation gets a new thread", async () => {
    const hurried = createCodeRunner({ threads: 1, limits: { ...codeLimits, maxDurationMs: 500 } });
    const endless = "export default () => ({ value: (new Array(1_000_000_000) + '').length });";
    const next = "export default () => ({ value: 1 });";
    const waiting = hurried.runCode(endless, view);
    const after = untilDone(() => hurried.runCode(next, view));
    await expect(waiting).rejects.toMatchObject({ problem: "limitExceeded" });
    expect(await after).toEqual({ value: 1 });
    await hurried.close();
  });

  test("a scorer that takes too long ends, too", async () => {
    const schema = { type: "string", pattern: "^(a+)+$" };
    const hurried = createCodeRunner({ threads: 1, limits: { ...codeLimits, maxDurationMs: 500 } });
    const slow = { kind: "builtIn", scorer: "jsonSchema", options: { schema, parse: false } } as const;
    const target = { ...view, output: `${"a".repeat(60)}!` };
    await expect(hurried.runScorer(slow, target)).rejects.toMatchObject({ problem: "limitExceeded" });
    await hurried.close();
  });

  test("memory is limited", async () => {
    const source = "export default () => { const all = []; for (;;) all.push('x'.repeat(1e6) + all.length); };";
    await expect(limited.runCode(source, view)).rejects.toMatchObject({ problem: "limitExceeded" });
  });
});

test("an evaluation that waits or runs can be canceled", async () => {
  const single = createCodeRunner({ threads: 1, limits: patient });
  const controller = new AbortController();
  const running = single.runCode("export default () => { for (;;); };", view, controller.signal);
  const waiting = single.runCode(example, view, controller.signal);
  controller.abort(new Error("canceled"));
  await expect(running).rejects.toThrow("canceled");
  await expect(waiting).rejects.toThrow("canceled");
  await expect(single.runCode(example, view, controller.signal)).rejects.toThrow("canceled");
  await single.close();
  await expect(single.runCode(example, view)).rejects.toThrow("closing");
});

test("an evaluation waits for at most one evaluation of each other project", async () => {
  const single = createCodeRunner({ threads: 1, limits: patient });
  const ended: string[] = [];
  const evaluate = async (project: string): Promise<void> => {
    await single.of(project).runCode("export default () => ({ value: 1 });", view);
    ended.push(project);
  };
  await Promise.all([...Array.from({ length: 10 }, () => evaluate("many")), evaluate("few"), evaluate("few")]);
  expect(ended.slice(0, 4).filter((project) => project === "few")).toHaveLength(2);
  await single.close();
});
