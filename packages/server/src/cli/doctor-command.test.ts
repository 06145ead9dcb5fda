import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../create-server.ts";
import { run } from "./run.ts";

/** A port on which nothing listens and which `fetch` does not block. */
const unusedPort = "2";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "threadline-doctor-"));
  const server = createServer({ dataDir: folder, apiKey: "key-of-a-test", webDir: false });
  await server.ready;
  await server.close();
});
afterAll(() => rm(folder, { recursive: true }));

async function doctor(args: readonly string[], env: Record<string, string> = {}) {
  const text = { output: "", notices: "" };
  const into = (name: keyof typeof text): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  const terminal = { env, input: process.stdin, output: into("output"), notices: into("notices") };
  return {
    code: await run(["doctor", "--data-dir", folder, "--port", unusedPort, ...args], terminal, "0.0.0"),
    ...text,
  };
}

test("prints a line for each check, with exit code 0 without failures", async () => {
  const { code, output, notices } = await doctor(["--deep"]);
  expect(output).toMatch(/^ok {7}integrity {11}All pages and indexes are intact\.$/m);
  expect(output).toMatch(
    /^warning {2}metrics-token {7}Metrics are disabled\. To monitor the service, set THREADLINE_METRICS_TOKEN/m,
  );
  expect(
    output
      .trimEnd()
      .split("\n")
      .every((line) => /^(ok|warning|failure) +[a-z-]+ +\S/.test(line)),
  ).toBe(true);
  expect({ code, notices }).toEqual({
    code: 0,
    notices: expect.stringMatching(/^\d+ ok, \d+ warnings, 0 failed\.\n$/),
  });
});

test("has exit code 1 on failures, with advice", async () => {
  await chmod(join(folder, "threadline.db"), 0o644);
  const { code, output, notices } = await doctor([], { THREADLINE_METRICS_TOKEN: "short" });
  await chmod(join(folder, "threadline.db"), 0o600);
  expect(code).toBe(1);
  expect(output).toMatch(/^failure {2}database-rights {5}Other users can read \S+ Remove their access: chmod 600/m);
  expect(notices).toMatch(/^threadline: \d+ ok, \d+ warnings, 2 failed\.\n$/);
  expect(output + notices).not.toContain("short\n");
});

test("prints JSON with the settings of a file, without secrets", async () => {
  const { code, output } = await doctor(["--json", "--host", "0.0.0.0"], {
    THREADLINE_METRICS_TOKEN: "hidden-".repeat(9),
  });
  const report = JSON.parse(output);
  expect(report).toMatchObject({ version: "0.0.0", counts: { failure: 0 } });
  expect(report.checks).toContainEqual({
    check: "metrics-token",
    level: "ok",
    message: "Set, with 63 characters.",
    advice: null,
  });
  expect(report.checks.find(({ check }: { check: string }) => check === "base-url").level).toBe("warning");
  expect(code).toBe(0);
  expect(output).not.toContain("hidden-");
});

test("reports an invalid size or setting", async () => {
  expect(await doctor(["--min-free", "much"])).toMatchObject({
    code: 1,
    notices: "threadline: --min-free must be a number of bytes, such as 1048576 or 1MiB.\n",
  });
  expect((await doctor(["--port", "x"])).code).toBe(2);
});
