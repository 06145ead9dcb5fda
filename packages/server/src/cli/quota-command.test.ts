import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createProject } from "./project-commands.ts";
import { projectQuota } from "./quota-command.ts";

test("a quota is set, updated, shown and reset", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-quota-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const run = async (job: typeof projectQuota, ...[name, flags]: [string, object]): Promise<string> => {
    const [input, output, notices] = [new PassThrough(), new PassThrough(), new PassThrough()];
    await job(name, { dataDir, ...flags }, { env: {}, input, output, notices });
    return String(output.read() ?? "");
  };
  await run(createProject, "alpha", {});
  expect(await run(projectQuota, "alpha", { stepsPerDay: "1000", storedBytes: "10GiB" })).toBe(
    [
      "WHAT           QUOTA        COUNTED",
      "steps per day  1000         0        today, in UTC",
      "stored bytes   10737418240  0        not measured yet",
      "",
    ].join("\n"),
  );
  expect(await run(projectQuota, "alpha", { stepsPerDay: "0" })).toMatch(/no limit .*\nstored bytes   10737418240/);
  expect(await run(projectQuota, "alpha", { storedBytes: "default" })).toMatch(/no limit .*\nstored bytes   default/);
  expect(await run(projectQuota, "alpha", {})).toMatch(/no limit .*\nstored bytes   default/);
  await expect(run(projectQuota, "alpha", { stepsPerDay: "many" })).rejects.toThrow(
    '--steps-per-day must be a whole number from 0 to 9007199254740991, 0 for no limit, or "default".',
  );
  await expect(run(projectQuota, "beta", {})).rejects.toThrow('Project "beta" not found');
});
