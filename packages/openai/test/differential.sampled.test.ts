import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byInputs } from "../../server/test/test-inputs.ts";
import { instrument, observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";
import { type ReplayServer, startReplay } from "./replay-server.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

let replay: ReplayServer;
let recording: Recording;

beforeAll(async () => {
  replay = await startReplay();
  recording = startRecording();
});
afterEach(() => {
  replay.check();
  recording.check();
});
afterAll(async () => {
  await replay.close();
  await recording.close();
});

/** Headers that differ between runs. */
const VOLATILE = [
  "host",
  "content-type",
  "content-length",
  "connection",
  "x-stainless-runtime-version",
  "idempotency-key",
];

/** Returns the requests that the provider has received since the last call. */
function takeArrived(): unknown[] {
  return replay.arrived.splice(0).map(({ method, path, headers, body }) => ({
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VOLATILE.includes(name))),
    body: typeof body === "string" ? body.replaceAll(/--+[\w-]*[a-zA-Z\d]+/gu, "--boundary") : body,
  }));
}

describe.each(byInputs({ few: majors.slice(-1), many: majors, all: majors }))(
  "openai $major",
  ({ module: { OpenAI } }) => {
    const make = () => new OpenAI({ apiKey: "key", baseURL: replay.url, maxRetries: 0 });

    async function see(scenario: Scenario, openai = make()) {
      const seen = await scenario(openai, replay);
      return { seen, sent: takeArrived() };
    }

    test.each(Object.entries(scenarios))("%s is the same with and without recording", async (_name, scenario) => {
      const without = await see(scenario);
      const observed = await see(scenario, observe(make(), { client: recording.client }));
      const undo = instrument({ OpenAI, client: recording.client });
      const instrumented = await see(scenario).finally(undo);
      const after = await see(scenario);
      expect(observed).toStrictEqual(without);
      expect(instrumented).toStrictEqual(without);
      expect(after).toStrictEqual(without);
    });

    test.each(Object.entries(scenarios))(
      "%s is unchanged if usage is requested for streams",
      async (_name, scenario) => {
        const { seen: without } = await see(scenario);
        const { seen } = await see(scenario, observe(make(), { client: recording.client, streamUsage: true }));
        expect(seen).toStrictEqual(without);
      },
    );
  },
);
