import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { observe } from "../src/index.ts";
import { scenarios } from "./scenarios.ts";
import { versions } from "./versions.ts";

let recording: Recording;

beforeAll(() => {
  recording = startRecording();
});
afterEach(() => recording.check());
afterAll(() => recording.close());

describe.each(newestOf(versions))("ai $name", (version) => {
  test.each(Object.entries(scenarios))("%s is the same with and without recording", async (_name, scenario) => {
    const without = await scenario(version.ai, version);
    const observed = await scenario(observe(version.ai, { client: recording.client }), version);
    expect(observed).toStrictEqual(without);
  });
});
