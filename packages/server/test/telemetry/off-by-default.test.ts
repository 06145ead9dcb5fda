import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startTraceReceiver } from "./trace-receiver.ts";

const service = join(import.meta.dirname, "service-process.ts");

async function run(...args: readonly string[]): Promise<unknown> {
  const command = ["--conditions=@threadline/source", service, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 100_000 });
  return JSON.parse(stdout);
}

test("without tracing, no tracing package is loaded, installed or not", async () => {
  expect(await run("installed")).toEqual({ status: 200, loaded: [] });
  expect(await run("missing")).toEqual({ status: 200, loaded: [] });
});

test("tracing loads its packages", async () => {
  const { url } = await startTraceReceiver();
  expect(await run("installed", url)).toEqual({
    status: 200,
    loaded: ["@opentelemetry/exporter", "@opentelemetry/sdk-trace", "telemetry/open-telemetry"],
  });
});

test("tracing without its packages names the missing ones", async () => {
  expect(await run("missing", "http://127.0.0.1:9")).toEqual({
    error:
      "ConfigError: To send traces (OTEL_EXPORTER_OTLP_ENDPOINT), install the missing packages: npm install " +
      "@opentelemetry/api @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace",
  });
});
