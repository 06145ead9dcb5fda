import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkNode } from "../../src/doctor/check-node.ts";
import { describeFileSystem } from "../../src/doctor/file-system.ts";
import type { Configuration } from "../../src/config/settings.ts";
import { startIdentityProvider } from "../accounts/identity-provider.ts";
import { closedPort, examine, missingFolder } from "./examine.ts";

const secret = "0123456789abcdefghijklmnopqrstuv";

test.each<[string, string, Partial<Configuration>]>([
  ["login", "failure", { noLogin: true, host: "0.0.0.0" }],
  ["login", "warning", { noLogin: true }],
  ["base-url", "warning", { host: "0.0.0.0" }],
  ["base-url", "warning", { host: "0.0.0.0", baseUrl: "http://threadline.invalid" }],
  ["base-url", "warning", { host: "0.0.0.0", baseUrl: "http://127.0.0.1:4999" }],
  ["base-url", "ok", { baseUrl: "https://threadline.invalid" }],
  ["proxies", "warning", { baseUrl: "https://threadline.invalid" }],
  ["proxies", "warning", { host: "0.0.0.0", proxies: 1 }],
  ["proxies", "ok", { baseUrl: "https://threadline.invalid", proxies: 1 }],
  ["production", "warning", { host: "0.0.0.0" }],
  ["production", "ok", { host: "0.0.0.0", production: true }],
  ["request-limit", "warning", { host: "0.0.0.0" }],
  ["request-limit", "ok", { host: "0.0.0.0", requestsPerAddress: 6000 }],
  ["api-key", "failure", { apiKey: "secret" }],
  ["api-key", "ok", { apiKey: secret }],
  ["metrics-token", "warning", {}],
  ["metrics-token", "failure", { metricsToken: "token" }],
  ["metrics-token", "ok", { metricsToken: secret }],
  ["single-sign-on", "failure", { ssoIssuer: "https://sso.invalid", ssoClientId: "threadline" }],
])("the check %s has the result %s for the settings %j", async (check, level, given) => {
  const found = (await examine({ ...given, dataDir: missingFolder, port: await closedPort() }))[check];
  expect(found).toMatchObject({ check, level });
  expect(JSON.stringify(found)).not.toContain(secret);
});

test("a world-readable configuration file with secrets is reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-doctor-"));
  const configPath = join(folder, "threadline.json");
  const examineFile = async (given: Partial<Configuration>): Promise<string | undefined> => {
    const found = await examine({ ...given, dataDir: folder, port: await closedPort() }, { configPath });
    return found["config-file"]?.level;
  };
  try {
    await writeFile(configPath, "{}", { mode: 0o644 });
    expect(await examineFile({})).toBe("ok");
    expect(await examineFile({ metricsToken: secret })).toBe("warning");
    expect(await examineFile({ databaseUrl: "postgres://threadline:secret@db/threadline" })).toBe("warning");
    await chmod(configPath, 0o600);
    expect(await examineFile({ metricsToken: secret })).toBe("ok");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a sign-in provider passes; one that does not respond, and one with another issuer, are reported", async () => {
  const baseUrl = "https://threadline.invalid";
  const provider = await startIdentityProvider(`${baseUrl}/api/session/sso/callback`);
  const { clientId: ssoClientId, clientSecret: ssoClientSecret } = provider;
  const look = async (ssoIssuer: string) => {
    const given = { ssoIssuer, ssoClientId, ssoClientSecret, baseUrl, dataDir: missingFolder };
    return (await examine({ ...given, port: await closedPort() }))["single-sign-on"];
  };
  expect(await look(provider.issuer)).toMatchObject({ level: "ok" });
  expect(await look(provider.issuer.replace("127.0.0.1", "localhost"))).toMatchObject({ level: "failure" });
  const away = await look(`http://127.0.0.1:${await closedPort()}`);
  expect(away).toMatchObject({ level: "failure", message: expect.stringContaining("cannot be used") });
  expect(JSON.stringify(away)).not.toContain(ssoClientSecret);
});

test("file systems are identified by their magic numbers, negative ones included", () => {
  expect(describeFileSystem(0x6969)).toEqual({ name: "NFS", kind: "network" });
  expect(describeFileSystem(0xff534d42 | 0)).toEqual({ name: "CIFS", kind: "network" });
  expect(describeFileSystem(0x01021994).kind).toBe("memory");
  expect(describeFileSystem(0x794c7630).kind).toBe("layer");
  expect(describeFileSystem(0x123)).toEqual({ name: "file system 0x123", kind: "unknown" });
});

test("an outdated Node version is reported", () => {
  expect(checkNode("20.20.2")).toContain("22.16 or later");
  expect(checkNode(process.versions.node)).toBeNull();
});
