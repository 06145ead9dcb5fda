/**
 * Packs each published package as for a release, checks the tarball with publint and attw, and runs the service from
 * its tarball.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkPackedService } from "./check-packed-service.ts";
import { pnpmCommand } from "./pnpm-command.ts";
import { publishedPackages, root } from "./published-packages.ts";

const execute = promisify(execFile);
const [pnpm, ...before] = pnpmCommand();
const folder = await mkdtemp(join(tmpdir(), "threadline-pack-"));

/** Runs a tool. If the tool fails, prints its output as an error. */
async function judge(command: string, parameters: string[], cwd = root): Promise<void> {
  try {
    await execute(command, parameters, { cwd });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // `execFile` adds these fields
    console.error(`$ ${command} ${parameters.join(" ")}\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
}

try {
  for (const published of await publishedPackages()) {
    const tarball = join(folder, `${published.name.replace(/^@/u, "").replace("/", "-")}.tgz`);
    await judge(pnpm, [...before, "pack", "--out", tarball], join(root, published.folder));
    await judge("publint", [tarball, "--strict"]);
    // The packages are deliberately ESM only. Node 20.19 and later also load them by `require()`, so the rule about
    // CommonJS does not apply.
    await judge("attw", [tarball, "--profile", "esm-only"]);
    if (published.name === "threadline") checkPackedService(tarball, join(folder, "installed"));
  }
} finally {
  await rm(folder, { recursive: true });
}
