import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { instrument, observe } from "../src/index.ts";
import { type Provider, startProvider } from "./provider.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { versions } from "./versions.ts";

let provider: Provider;
let recording: Recording;

beforeAll(async () => {
  provider = await startProvider();
  recording = startRecording();
});
afterEach(() => recording.check());
afterAll(async () => {
  await provider.close();
  await recording.close();
});

describe.each(newestOf(versions))("anthropic $name", ({ Anthropic }) => {
  const make = () => new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0 });

  async function see(scenario: Scenario, anthropic = make()): Promise<unknown> {
    const seen = await scenario(anthropic);
    return { seen: JSON.parse(JSON.stringify(seen)) as unknown, sent: provider.arrived.splice(0) };
  }

  test.each(Object.entries(scenarios))("%s is the same with and without recording", async (_name, scenario) => {
    const without = await see(scenario);
    const observed = await see(scenario, observe(make(), { client: recording.client }));
    const undo = instrument({ Anthropic, client: recording.client });
    const instrumented = await see(scenario).finally(undo);
    expect(observed).toStrictEqual(without);
    expect(instrumented).toStrictEqual(without);
    expect(await see(scenario)).toStrictEqual(without);
  });
});
