/** Records values and reads responses with keys such as `__proto__` at every depth. */
import { changedPrototypes, poison } from "../../../tooling/hostile-keys.ts";
import { createServer } from "threadline";
import { type Fetch, type JsonObject, Threadline } from "../src/index.ts";

const errors: string[] = [];
const note = (error: unknown): void => {
  errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
};
const server = createServer({ apiKey: "key" });
const options = { apiKey: "key", fetch: server.fetch, onError: note };
const client = new Threadline(options);

const value = poison({ question: "When?", list: [{ deep: { deeper: 1 } }] }) as JsonObject;
const names = ["__proto__", "constructor", "prototype"];
const messages = [{ role: "user" as const, content: "{{__proto__}}{{constructor}}{{prototype}}{{toString}}{{day}}" }];

for (const name of names) {
  const thread = client.thread({ id: `thread-${name}`, name, metadata: value, tags: [name] });
  await thread.wrap(async () => {
    await client.decorate({ metadata: value, tags: [name] }).wrap(async () => {
      const run = client.run({ id: `run-${name}`, name, input: value });
      await run.wrap(() => value, value);
      const generation = {
        type: "CHAT" as const,
        provider: name,
        model: name,
        messages,
        settings: value,
        metadata: value,
      };
      const step = client.step({ id: `step-${name}`, type: "llm", name, generation, environment: "dev" });
      await step
        .wrap(() => {
          throw value as unknown as Error;
        })
        .catch(() => undefined);
    });
  });
  await client.api.createScore({ stepId: `run-${name}`, name, type: "HUMAN", value: 1 }).catch(note);
  await client.api.createUser(name, value).catch(note);
  const dataset = await client.api.createDataset({ name, metadata: value });
  await dataset.createItem({ input: value, expectedOutput: value, metadata: value }).catch(note);
  const prompt = await client.api.getOrCreatePrompt(name, messages, value);
  const [rendered] = prompt.formatMessages({ day: "Monday", ...value });
  if (String(rendered?.content).includes("function")) errors.push(`rendered ${String(rendered?.content)}`);
  const [bare] = prompt.formatMessages({ day: "Monday" });
  if (bare?.content !== "Monday") errors.push(`rendered ${String(bare?.content)} for Monday alone`);
}
const { dropped } = await client.flush();

// From here on, the responses of the service contain hostile keys.
const poisoned: Fetch = async (input, init) => {
  const response = await server.fetch(input, init);
  const text = await response.text();
  return new Response(JSON.stringify(poison(JSON.parse(text))), { status: response.status, headers: response.headers });
};
let reads = 0;
for (const fetch of [server.fetch, poisoned]) {
  const { api } = new Threadline({ ...options, fetch });
  const byId = names.flatMap((name) => [
    async () => same("run", (await api.getStep(`run-${name}`))?.output),
    async () => same("thread", (await api.getThread(`thread-${name}`))?.metadata, true),
    async () => (await api.getStep(`step-${name}`))?.serialize(),
    async () => (await api.getUser(name))?.serialize(),
    async () => (await api.getDataset({ name }))?.serialize(),
    async () => (await api.getPrompt(name))?.formatMessages({ day: "Monday" }),
    () => api.getPromptAbTesting(name),
    () => api.getSteps({ filters: [{ field: "metadata", path: name, operator: "is", value: null }] }),
    () => api.getSteps({ filters: [{ field: "name", operator: "eq", value: name }] }),
    () => api.getThreads({ filters: [{ field: "tags", operator: "in", value: [name] }] }),
    () => api.getGenerations({ filters: [{ field: "model", operator: "eq", value: name }] }),
    () => api.getScores({ filters: [{ field: "name", operator: "eq", value: name }] }),
    async () => (await api.createDataset({ name: `${name} ${reads}`, metadata: value })).serialize(),
    () => api.upsertThread({ threadId: `thread-${name}`, metadata: value }),
  ]);
  for (const read of [...byId, () => api.getDatasets(), () => api.getUsers()]) {
    reads += 1;
    await Promise.resolve(read()).catch(note);
  }
}

/** Checks that a value is returned unchanged. If `isDecorated`, it may have additional keys of the hostile service. */
function same(what: string, found: unknown, isDecorated = false): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(value)];
  if (!isDecorated && sorted(one) !== sorted(other) && sorted(one) !== sorted(JSON.stringify(poison(value)))) {
    errors.push(`${what} came back as ${one} instead of ${other}`);
  }
}

function sorted(json: string | undefined): string {
  return JSON.stringify((json ?? "").split("").toSorted());
}

await server.close();
console.log(JSON.stringify({ errors, dropped, reads, changes: changedPrototypes() }));
process.exit();
