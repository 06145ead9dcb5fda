import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServer, listen } from "../src/index.ts";
import { setUp } from "./accounts/browser.ts";
import { runCommand } from "./migrate/run-command.ts";
import { connectJudgeModel, createJudge, seedDrift } from "./eval/seed-judge.ts";

const files = relative(process.cwd(), join(import.meta.dirname, "eval"));
const greetings = `${files}/greetings.*.ts`;

/** Starts a service. Returns a function that runs `threadline eval` with it. */
async function openEval() {
  const apiKey = "tl_test_key";
  let time = Date.now();
  const server = createServer({ apiKey, modelHosts: ["127.0.0.1"], now: () => time });
  const listener = await listen(server, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "threadline-eval-"));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
    await listener.close();
    await server.close();
  });
  vi.stubEnv("THREADLINE_URL", listener.url);
  vi.stubEnv("THREADLINE_API_KEY", apiKey);
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const evaluate = (passes: number, ...args: string[]) => {
    vi.stubEnv("GREETINGS_PASS", String(passes));
    return runCommand(["eval", ...args], {}, "");
  };
  const client = new Threadline({ apiKey, url: listener.url });
  const skipWeek = (): void => void (time += 8 * 86_400_000);
  return { client, evaluate, folder, read, server, skipWeek };
}

test("gates on the average, the rate and the interval decide the exit code", async () => {
  const { evaluate } = await openEval();
  const passing = [
    "correctness >= 0.7",
    "correctness rate >= 75%",
    "correctness lower > 0.4",
    "correctness upper <= 1",
  ];
  const passed = await evaluate(9, greetings, ...passing.flatMap((gate) => ["--gate", gate]));
  expect(passed).toMatchObject({ code: 0, notices: "" });
  expect(passed.output).toMatch(
    /^greetings: 12 items\nScore +Average +95 % interval +Items\ncorrectness +0\.75 +0\.468 to 0\.911 +12\n/,
  );
  expect(passed.output.match(/^passed /gmu)).toHaveLength(4);

  const failing = ["correctness > 0.75", "correctness lower >= 0.5", "tone >= 0"];
  const failed = await evaluate(9, greetings, ...failing.flatMap((gate) => ["--gate", gate]));
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("FAILED  correctness > 0.75 in greetings: correctness is 0.75.\n");
  expect(failed.output).toContain("FAILED  correctness lower >= 0.5 in greetings: correctness lower is 0.4677.\n");
  // A gate on a score that no evaluation has does not pass.
  expect(failed.output).toContain('FAILED  tone >= 0: No evaluation has a score named "tone".\n');
  expect(failed.notices).toBe("threadline: 3 of 3 gates failed.\n");
});

test("gates warn of a judge that is not measured, and can require a measured one", async () => {
  const { evaluate, read, folder } = await openEval();
  vi.stubEnv("GREETINGS_MODEL", "m");
  const gates = ["--gate", "correctness >= 0.7", "--gate", "politeness >= 1"];
  const reports = ["junit", "markdown", "json"].flatMap((kind) => [`--${kind}`, join(folder, kind)]);
  const warned = await evaluate(12, greetings, ...gates, ...reports);
  expect(warned.code).toBe(0);
  const warning = 'Its judge lacks recent human labels: "politeness".';
  expect(warned.output).toContain(
    `passed  correctness >= 0.7 in greetings\npassed  politeness >= 1 in greetings\n        Warning: ${warning}\n`,
  );
  expect(await read("junit")).toContain(
    "<system-out>Warning: Its judge lacks recent human labels: &quot;politeness&quot;.</system-out>",
  );
  expect(await read("markdown")).toContain(`- ✅ \`politeness >= 1\` in greetings\n  - ⚠️ ${warning}\n`);
  expect(JSON.parse(await read("json"))).toMatchObject({ gates: [{ warnings: [] }, { warnings: [warning] }] });

  const { code, output } = await evaluate(12, greetings, ...gates, "--measured-judges");
  expect(code).toBe(1);
  expect(output).toContain("passed  correctness >= 0.7 in greetings\n");
  expect(output).toContain(
    'FAILED  politeness >= 1 in greetings: Its judge lacks recent human labels: "politeness". Label some of the scored targets first, or omit --measured-judges.\n',
  );
});

test("gates warn of a judge of the same score that drifts", async () => {
  const { evaluate, server, skipWeek, client } = await openEval();
  vi.stubEnv("GREETINGS_MODEL", "m");
  const connectionId = await connectJudgeModel(await setUp(server));
  const judge = { name: "Polite", target: "STEP", scoreName: "politeness" } as const;
  const versionId = await createJudge(client.api, connectionId, judge);
  const gates = ["--gate", "correctness >= 0.7", "--gate", "politeness >= 1"];
  expect((await evaluate(12, greetings, ...gates)).output).not.toContain("drifts");
  await seedDrift(client.api, versionId, { skipWeek });
  const { code, output } = await evaluate(12, greetings, ...gates, "--measured-judges");
  expect(code).toBe(1);
  expect(output).toContain("passed  correctness >= 0.7 in greetings\nFAILED  politeness >= 1 in greetings: Its judge ");
  expect(output.match(/Warning: .*/gu)).toEqual(['Warning: A judge of this score drifts: "Polite v1".']);
});

test("a comparison with a baseline decides gates on a drop", async () => {
  const { evaluate } = await openEval();
  const asMain = ["--name", "{name} (main)"];
  const withMain = ["--baseline", "{name} (main)"];
  expect((await evaluate(12, greetings, ...asMain)).code).toBe(0);

  const small = await evaluate(10, greetings, ...withMain, "--gate", "correctness drop lower <= 0");
  expect(small).toMatchObject({ code: 0 });
  expect(small.output).toMatch(/correctness +1 +0\.833 +-0\.167 .* may be chance: needs about \d+ more items?\n/);
  expect((await evaluate(10, greetings, ...withMain, "--gate", "correctness drop <= 0.1")).code).toBe(1);

  const clear = await evaluate(4, greetings, ...withMain, "--gate", "correctness drop lower <= 0");
  expect(clear.code).toBe(1);
  expect(clear.output).toMatch(/correctness +1 +0\.333 +-0\.667 .* regressed\n/);

  const missing = await evaluate(12, greetings, "--baseline", "unknown", "--gate", "correctness drop <= 1");
  expect(missing.code).toBe(1);
  expect(missing.notices).toContain('No comparison: compare: experiment "unknown" not found\n');
});

test("gates that fail only if a value is certainly bad are adjusted for the number of gates; other gates are not", async () => {
  const { evaluate } = await openEval();
  const gates = (...texts: string[]) => texts.flatMap((gate) => ["--gate", gate]);
  expect((await evaluate(12, greetings, "--name", "main")).code).toBe(0);
  const drop = "correctness drop lower <= 0";
  const alone = await evaluate(8, greetings, "--baseline", "main", ...gates(drop, "correctness lower >= 0.35"));
  expect(alone.notices).toBe("threadline: 1 of 2 gates failed.\n");
  expect(alone.output).toMatch(
    /FAILED {2}correctness drop lower <= 0 in greetings: correctness drop lower is 0\.0\d+\.\n/,
  );

  const more = gates("correctness upper >= 0.8", "correctness rate upper >= 0.8");
  expect(await evaluate(8, greetings, "--baseline", "main", ...gates(drop), ...more)).toMatchObject({ code: 0 });
  const clear = await evaluate(4, greetings, "--baseline", "main", ...gates(drop), ...more);
  expect(clear.output).toMatch(/correctness drop lower is 0\.\d+ in the 98\.33 % interval\.\n/);
});

test("failed runs fail the command, unless they are allowed", async () => {
  const { evaluate } = await openEval();
  vi.stubEnv("GREETINGS_FAIL", "Eve");
  const failed = await evaluate(12, greetings, "--gate", "correctness >= 1");
  expect(failed).toMatchObject({
    code: 1,
    notices: "threadline: 1 run failed (--max-failures 0), such as: Error: rate limit | <b>\n",
  });
  // The average excludes the failed run; the rate includes it.
  const allowed = await evaluate(12, greetings, "--max-failures", "1", "--gate", "correctness >= 1");
  expect(allowed.code).toBe(0);
  expect((await evaluate(12, greetings, "--max-failures", "1", "--gate", "correctness rate >= 1")).code).toBe(1);
});

test("reports are written as JUnit, Markdown and JSON, also if a gate fails", async () => {
  const { evaluate, read, folder } = await openEval();
  vi.stubEnv("GREETINGS_FAIL", "Eve");
  expect((await evaluate(12, greetings, "--name", "main", "--max-failures", "1")).code).toBe(0);
  const reports = ["junit", "markdown", "json"].flatMap((kind) => [`--${kind}`, join(folder, kind)]);
  const { code } = await evaluate(4, greetings, "--baseline", "main", "--gate", "correctness >= 0.9", ...reports);
  expect(code).toBe(1);

  const junit = await read("junit");
  expect(junit).toContain('<testsuite name="greetings" tests="12" failures="0" errors="1" time="');
  expect(junit).toContain('<error message="Error: rate limit | &lt;b&gt;">');
  expect(junit).toContain('<testsuite name="gates" tests="1" failures="1" errors="0" time="0.000">');
  const markdown = await read("markdown");
  expect(markdown).toMatch(
    /^<!-- threadline eval -->\n## greetings\n\n12 items, \*\*1 failed\*\*\n\n\| Score \| Average \|/,
  );
  expect(markdown).toMatch(/\| correctness \| 0\.273 \| .* \| 1 \| -0\.727 \| .* \| regressed \|/);
  expect(markdown).toContain('- `{"name":"Eve"}`: Error: rate limit \\| \\<b\\>');
  expect(markdown).toContain("- ❌ `correctness >= 0.9` in greetings: correctness is 0.2727.");
  const json = JSON.parse(await read("json")) as Record<string, unknown>;
  expect(json).toMatchObject({
    passed: false,
    gates: [{ gate: "correctness >= 0.9", passed: false }],
    evaluations: [{ name: "greetings", failed: 1, scores: [{ name: "correctness" }], comparison: { scores: [{}] } }],
  });
});

test("nothing to run, an invalid gate and an invalid number are errors", async () => {
  const { evaluate } = await openEval();
  const errors: [string[], string][] = [
    [[`${files}/none-*.eval.ts`], "No file matches"],
    [[`${files}/empty.eval.ts`], "exports no evaluation"],
    [[greetings, "--gate", "correctness"], 'Invalid gate "correctness"'],
    [[greetings, "--gate", ">= 0.8"], "Invalid gate"],
    [[greetings, "--gate", "correctness drop <= 0"], "Set --baseline"],
    [[greetings, "--repeats", "0"], "--repeats must be a whole number of at least 1."],
  ];
  for (const [args, message] of errors) {
    const { code, notices } = await evaluate(12, ...args);
    expect(code).toBe(1);
    expect(notices).toContain(message);
  }
});
