import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { importPlatforms } from "../../src/cli/import-platforms.ts";
import { runCommand } from "../migrate/run-command.ts";
import { otherExports, smallExports } from "./small-exports.ts";
import { readReport, startTarget } from "./stand-in.ts";

async function writeLines(...lines: readonly unknown[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "export.jsonl");
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  return path;
}

const exportsByFormat: readonly (readonly [format: string, lines: readonly unknown[]])[] = [
  ...Object.entries(smallExports).map(([format, lines]) => [format, lines] as const),
  ...Object.entries(otherExports).map(([format, line]) => [format, [line]] as const),
];

test.each(importPlatforms)(
  "--from %s rejects a file of another platform, and names that platform",
  async (platform) => {
    for (const [format, lines] of exportsByFormat) {
      if (format === platform) continue;
      // Each line is tested alone, because none may be recognized as a record of the platform.
      for (const line of lines) {
        const path = await writeLines(line);
        const { code, notices } = await runCommand(["import", "--from", platform, path, "--dry-run"]);
        const advice =
          { otlp: "send it to /v1/traces", threadline: "--input <file>" }[format] ?? `use --from ${format}`;
        expect([line, code, notices]).toEqual([line, 1, expect.stringContaining(advice)]);
      }
    }
  },
  60_000,
);

test("every line of a platform's own export is recognized", async () => {
  for (const [platform, lines] of Object.entries(smallExports)) {
    for (const line of lines) {
      const path = await writeLines(line);
      const { code, notices } = await runCommand(["import", "--from", platform, path, "--dry-run"]);
      expect([line, code, notices]).toEqual([line, 0, expect.not.stringContaining("not recognized")]);
    }
  }
});

test("a file without a known record is rejected before anything is written", async () => {
  const { run, client } = await startTarget();
  const path = await writeLines({ hello: 1 }, { hello: 2 });
  const good = await writeLines(...(smallExports.langfuse ?? []));
  for (const places of [[path], [good, path]]) {
    const { code, notices } = await run(["--from", "langfuse", ...places]);
    const message = `${path}: none of 2 records is recognized as langfuse. Fields found: hello.`;
    expect([code, notices]).toEqual([1, expect.stringContaining(message)]);
  }
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(0);
});

test("lines that are not recognized are counted, and the others are imported", async () => {
  const { run } = await startTarget();
  const path = await writeLines(...(smallExports.langfuse ?? []), { hello: 1 }, { run_type: "llm" }, [1]);
  const { code, notices } = await run(["--from", "langfuse", path]);
  expect([code, notices]).toEqual([0, expect.stringContaining(`3 records of ${path}: not recognized as langfuse`)]);
  expect(readReport(notices)["steps"]).toEqual([3, 0]);
});

test("an import that skips every record fails", async () => {
  const { run } = await startTarget();
  const path = await writeLines({ id: "t", timestamp: "2026-03-01T10:00:00Z", environment: "e".repeat(300) });
  const { code, notices } = await run(["--from", "langfuse", path]);
  expect([code, notices]).toEqual([1, expect.stringContaining("Nothing was imported: every record was skipped")]);
});

test("pages of an API that were saved to a file are read", async () => {
  const { run } = await startTarget();
  const path = await writeLines({ data: smallExports.langfuse, meta: { page: 1 } });
  expect(readReport((await run(["--from", "langfuse", path])).notices)["steps"]).toEqual([3, 0]);
});
