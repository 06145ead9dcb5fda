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

describe.each(newestOf(versions))("google $name", ({ GoogleGenAI }) => {
  const make = () =>
    new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: provider.url, retryOptions: { attempts: 1 } } });

  async function see(scenario: Scenario, google = make()): Promise<unknown> {
    const seen = await scenario(google);
    return { seen: JSON.parse(JSON.stringify(seen ?? null)) as unknown, sent: provider.arrived.splice(0) };
  }

  test.each(Object.entries(scenarios))("%s is the same with and without recording", async (_name, scenario) => {
    const without = await see(scenario);
    const observed = await see(scenario, observe(make(), { client: recording.client }));
    const undo = instrument({ GoogleGenAI, client: recording.client });
    const instrumented = await see(scenario).finally(undo);
    expect(observed).toStrictEqual(without);
    expect(instrumented).toStrictEqual(without);
    expect(await see(scenario)).toStrictEqual(without);
  });

  test("an observed client has the same fields as any other", () => {
    const fields = (google: object) => [Object.keys(google), Object.keys((google as { models: object }).models)];
    expect(fields(observe(make(), { client: recording.client }))).toStrictEqual(fields(make()));
  });
});
