import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { loadConfiguration } from "./load-configuration.ts";

async function configurationFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-config-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "config.json");
  await writeFile(path, text);
  return path;
}

function problem(sources: Parameters<typeof loadConfiguration>[0]): string {
  try {
    loadConfiguration(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

test("a service without settings listens on loopback only", () => {
  expect(loadConfiguration({ flags: {}, env: {} })).toMatchObject({
    host: "127.0.0.1",
    port: 4000,
    dataDir: "threadline-data",
    production: false,
    apiKey: undefined,
    metricsToken: undefined,
    baseUrl: undefined,
  });
});

test("a flag takes precedence over the environment, and that over the file", async () => {
  const config = await configurationFile('{ "port": 1, "host": "a", "logLevel": "warn", "production": true }');
  const env = { THREADLINE_CONFIG: config, THREADLINE_PORT: "2", THREADLINE_HOST: "b" };
  expect(loadConfiguration({ flags: { port: "3" }, env })).toMatchObject({
    port: 3,
    host: "b",
    logLevel: "warn",
    production: true,
  });
});

test("an empty variable is ignored", () => {
  expect(loadConfiguration({ flags: {}, env: { THREADLINE_PORT: "", THREADLINE_CONFIG: "" } }).port).toBe(4000);
});

test("sizes are bytes or have a unit", () => {
  const env = { THREADLINE_MAX_BODY_BYTES: "2 MiB", THREADLINE_MAX_UPLOAD_BYTES: "1024" };
  expect(loadConfiguration({ flags: {}, env })).toMatchObject({ maxBodyBytes: 2_097_152, maxUploadBytes: 1024 });
});

test("a base URL loses its trailing slash", () => {
  const { baseUrl } = loadConfiguration({ flags: { baseUrl: "https://example.com/threadline/" }, env: {} });
  expect(baseUrl).toBe("https://example.com/threadline");
});

test.each(["/threadline/", "threadline", "/threadline"])("the base path %s has one slash in front", (basePath) => {
  expect(loadConfiguration({ flags: { basePath }, env: {} }).basePath).toBe("/threadline");
});

test.each([
  ["port", "THREADLINE_PORT", "70000", "a whole number from 0 to 65535"],
  ["port", "THREADLINE_PORT", "4e3", "a whole number"],
  ["production", "THREADLINE_PRODUCTION", "maybe", "true or false"],
  ["logLevel", "THREADLINE_LOG_LEVEL", "loud", "one of trace"],
  ["baseUrl", "THREADLINE_BASE_URL", "ftp://h", "an http or https URL"],
  ["basePath", "THREADLINE_BASE_PATH", "/a/../b", "a URL path of letters"],
  ["maxUploadBytes", "THREADLINE_MAX_UPLOAD_BYTES", "lots", "a number of bytes"],
  ["apiKey", "THREADLINE_API_KEY", "two words", "printable ASCII"],
])("the error of an invalid %s names its setting and variable", (name, variable, value, mustBe) => {
  const message = problem({ flags: {}, env: { [variable]: value } });
  expect(message).toContain(`${variable} must be`);
  expect(message).toContain(mustBe);
  expect(message).toContain(`Set ${name} with `);
  expect(message).not.toContain(value);
});

test("the error of an invalid flag names it", () => {
  expect(problem({ flags: { port: "x" }, env: {} })).toMatch(/^--port must be .*THREADLINE_PORT/);
});

test("a configuration file that is missing, or has invalid or unknown content, is rejected", async () => {
  expect(problem({ flags: { config: "/nowhere/config.json" }, env: {} })).toContain("cannot be read");
  expect(problem({ flags: { config: await configurationFile("{") }, env: {} })).toContain("cannot be read");
  expect(problem({ flags: { config: await configurationFile("[]") }, env: {} })).toContain("JSON object");
  expect(problem({ flags: { config: await configurationFile('{"prot":1}') }, env: {} })).toContain('"prot"');
});
