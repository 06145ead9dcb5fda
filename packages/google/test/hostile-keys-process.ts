/** Application that calls a provider whose responses contain keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { observe } from "../src/index.ts";
import { startProvider } from "./provider.ts";
import { question, scenarios } from "./scenarios.ts";
import { versions } from "./versions.ts";

const errors: string[] = [];
const server = createServer({ apiKey: "key" });
const client = new Threadline({
  apiKey: "key",
  fetch: server.fetch,
  onError: (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
const provider = await startProvider(poison);
for (const { GoogleGenAI } of versions) {
  for (const scenario of Object.values(scenarios)) {
    const httpOptions = { baseUrl: provider.url, retryOptions: { attempts: 1 } };
    const google = observe(new GoogleGenAI({ apiKey: "key", httpOptions }), { client });
    // The client may reject such responses. This is not tested here.
    await scenario(google).catch(() => undefined);
    const hostile = poison(question("tools")) as ReturnType<typeof question>;
    await google.models.generateContent(hostile).catch(() => undefined);
  }
}
const { dropped } = await client.flush();
const { totalCount } = await client.api.getSteps({ first: 1 });
await provider.close();
await server.close();
console.log(JSON.stringify({ errors, dropped, recorded: totalCount, changes: changedPrototypes() }));
process.exit();
