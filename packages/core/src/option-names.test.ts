import { expect, test } from "vitest";
import type { ThreadlineOptions } from "./configuration.ts";
import { reportUnknownOptions } from "./option-names.ts";
import { Threadline } from "./threadline.ts";

test.each([
  [{ apikey: "k" }, "apikey (did you mean apiKey?)"],
  [
    { apiKey: "k", sampelRate: 0.5, onEror: 1 },
    "sampelRate (did you mean sampleRate?), onEror (did you mean onError?)",
  ],
  [{ flushIntervalMs: 5 }, "flushIntervalMs"],
])("the unknown options of %j are reported: %s", async (options, reported) => {
  const errors: unknown[] = [];
  reportUnknownOptions(options, (error) => errors.push(error));
  await expect
    .poll(() => errors)
    .toMatchObject([{ message: `Unknown options of the client are ignored: ${reported}` }]);
});

test("known options are not reported", async () => {
  // TypeScript requires this record to have every option.
  const options: Record<keyof ThreadlineOptions, undefined> = {
    apiKey: undefined,
    url: undefined,
    apiUrl: undefined,
    environment: undefined,
    disabled: undefined,
    release: undefined,
    fetch: undefined,
    timeoutMs: undefined,
    maxRetries: undefined,
    onError: undefined,
    tags: undefined,
    metadata: undefined,
    mask: undefined,
    recordInputs: undefined,
    recordOutputs: undefined,
    sampleRate: undefined,
    spool: undefined,
    delivery: undefined,
    exporter: undefined,
    waitUntil: undefined,
  };
  const reported: string[] = [];
  reportUnknownOptions({ ...options, another: 1 }, (error) => reported.push(String(error)));
  await expect.poll(() => reported).toEqual(["ConfigError: Unknown options of the client are ignored: another"]);
});

test("a client reports a mistyped option once, and works", async () => {
  const reported: unknown[] = [];
  const options: object = { apiKey: "k", enviroment: "prod", onError: (error: unknown) => reported.push(error) };
  expect(new Threadline(options).disabled).toBe(false);
  await expect.poll(() => reported).toHaveLength(1);
  expect(String(reported[0])).toContain("enviroment (did you mean environment?)");
});
