/**
 * Application that calls every endpoint of a provider whose responses contain keys such as `__proto__` at every depth.
 */
import { poison, changedPrototypes } from "../../../tooling/hostile-keys.ts";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { startReplay } from "./replay-server.ts";
import { scenarios } from "./scenarios.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const replay = await startReplay({ change: poison });
let calls = 0;
for (const { module } of majors) {
  for (const scenario of Object.values(scenarios)) {
    const openai = observe(new module.OpenAI({ apiKey: "key", baseURL: replay.url, maxRetries: 0 }), {
      client,
      streamUsage: true,
    });
    calls += 1;
    // The client may reject such responses. This is not tested here.
    await Promise.resolve(scenario(openai, replay)).catch(() => undefined);
  }
}
const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await replay.close();
await server.close();
console.log(JSON.stringify({ errors, dropped, calls, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
