/** Application that calls a provider whose responses contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { observe } from "../src/index.ts";
import { startProvider } from "./provider.ts";
import { body, scenarios } from "./scenarios.ts";
import { versions } from "./versions.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const provider = await startProvider(poison);
for (const { Anthropic } of versions) {
  for (const scenario of Object.values(scenarios)) {
    const anthropic = observe(new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0 }), { client });
    // The client may reject such responses. This is not tested here.
    await scenario(anthropic).catch(() => undefined);
    const hostile = poison(body("tools")) as ReturnType<typeof body>;
    await Promise.resolve(anthropic.messages.create(hostile)).catch(() => undefined);
    await readBatch(anthropic).catch(() => undefined);
  }
}
const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await provider.close();
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();

async function readBatch(anthropic: InstanceType<(typeof versions)[0]["Anthropic"]>): Promise<void> {
  const requests = ["__proto__", "constructor"].map((id) => ({ custom_id: id, params: body("text") }));
  const { id } = await anthropic.messages.batches.create({ requests });
  for await (const _ of await anthropic.messages.batches.results(id));
}
