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

test("a service that is not traced loads nothing of it, installed or not", async () => {
  expect(await run("installed")).toEqual({ status: 200, loaded: [] });
  expect(await run("missing")).toEqual({ status: 200, loaded: [] });
});

test("a service that is traced loads it", async () => {
  const { url } = await startTraceReceiver();
  expect(await run("installed", url)).toEqual({
    status: 200,
    loaded: ["@opentelemetry/exporter", "@opentelemetry/sdk-trace", "telemetry/open-telemetry"],
  });
});

test("a service that is to be traced without the packages says which", async () => {
  expect(await run("missing", "http://127.0.0.1:9")).toEqual({
    error:
      "ConfigError: Traces (OTEL_EXPORTER_OTLP_ENDPOINT) need packages that are not installed: npm install " +
      "@opentelemetry/api @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace",
  });
});
