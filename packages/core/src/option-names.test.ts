import { expect, test, vi } from "vitest";
import type { ThreadlineOptions } from "./configuration.ts";
import { tellUnknownOptions } from "./option-names.ts";
import { Threadline } from "./threadline.ts";

test.each([
  [{ apikey: "k" }, "apikey (did you mean apiKey?)"],
  [
    { apiKey: "k", sampelRate: 0.5, onEror: 1 },
    "sampelRate (did you mean sampleRate?), onEror (did you mean onError?)",
  ],
  [{ flushIntervalMs: 5 }, "flushIntervalMs"],
])("of %j it is told that %s is not known", async (options, told) => {
  const errors: unknown[] = [];
  tellUnknownOptions(options, (error) => errors.push(error));
  await vi.waitFor(() => expect(errors).toMatchObject([{ message: `Unknown options are ignored: ${told}` }]));
});

test("options that there are are no news", async () => {
  // The compiler asks for each of them.
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
    waitUntil: undefined,
  };
  const told: string[] = [];
  tellUnknownOptions({ ...options, another: 1 }, (error) => told.push(String(error)));
  await vi.waitFor(() => expect(told).toEqual(["ConfigError: Unknown options are ignored: another"]));
});

test("a client tells once of a mistyped option, and works", async () => {
  const told: unknown[] = [];
  const options: object = { apiKey: "k", enviroment: "prod", onError: (error: unknown) => told.push(error) };
  expect(new Threadline(options).disabled).toBe(false);
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(String(told[0])).toContain("enviroment (did you mean environment?)");
});
