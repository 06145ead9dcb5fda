import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { describeSettings } from "../../src/config/describe-setting.ts";
import type { Configuration } from "../../src/config/settings.ts";
import type { Deployment } from "../../src/doctor/deployment.ts";
import { examineDeployment } from "../../src/doctor/examine-deployment.ts";
import type { Finding } from "../../src/doctor/finding.ts";

/** Path of a folder that does not exist, but could be created. */
export const missingFolder: string = join(tmpdir(), "threadline-no-such-folder");

/** Runs the doctor with changed settings. Returns the findings by check. */
export async function examine(
  given: Partial<Configuration>,
  options: Partial<Omit<Deployment, "configuration">> = {},
): Promise<Readonly<Record<string, Finding | undefined>>> {
  const defaults = Object.fromEntries(describeSettings().map((setting) => [setting.name, setting.default]));
  const configuration = { ...defaults, ...given } as Configuration; // `describeSettings` returns exactly these names
  const found: Record<string, Finding> = {};
  const usual = { configPath: undefined, version: packageJson.version, deep: false, minFreeBytes: 1, now: Date.now };
  for await (const finding of examineDeployment({ ...usual, ...options, configuration }))
    found[finding.check] = finding;
  return found;
}

export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a string, because the server listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}
