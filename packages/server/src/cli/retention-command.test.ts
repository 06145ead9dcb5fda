import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createProject } from "./project-commands.ts";
import { projectRetention } from "./retention-command.ts";

test("the retention of a project is set, shown and reset", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-retention-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const run = async (job: typeof projectRetention, ...[name, flags]: [string, object]): Promise<string> => {
    const [input, output, notices] = [new PassThrough(), new PassThrough(), new PassThrough()];
    await job(name, { dataDir, ...flags }, { env: {}, input, output, notices });
    return String(output.read() ?? "");
  };
  await run(createProject, "alpha", {});
  expect(await run(projectRetention, "alpha", {})).toBe("default of the service\n");
  expect(await run(projectRetention, "alpha", { days: "14" })).toBe("14 days\n");
  expect(await run(projectRetention, "alpha", {})).toBe("14 days\n");
  await expect(run(projectRetention, "alpha", { days: "0" })).rejects.toThrow(
    '--days must be a whole number from 1 to 36500, or "default".',
  );
  expect(await run(projectRetention, "alpha", { days: "default" })).toBe("default of the service\n");
  await expect(run(projectRetention, "beta", {})).rejects.toThrow('Project "beta" not found');
});
