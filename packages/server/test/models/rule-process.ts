/**
 * Process for `rule-faults.long.test.ts`: a service that judges arriving steps, until it is killed. If the arguments
 * contain a number of steps, the process also sends these steps, some of them twice, and prints each step that is
 * acknowledged.
 */
import { createServer } from "../../src/create-server.ts";

const [place = "", first = "0", count = "0"] = process.argv.slice(2);
const apiKey = "tl_rule_process";
const storage = place.startsWith("postgres") ? { databaseUrl: place } : { dataDir: place };
const server = createServer({ ...storage, apiKey });
await server.ready;
console.log("ready");

async function ingest(steps: readonly object[]): Promise<void> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({
      query: "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }",
      variables: { steps },
    }),
  });
  if (!(await response.text()).includes('"ok":true')) throw new Error("Not stored");
}

const batch = 20;
for (let from = Number(first); from < Number(first) + Number(count); from += batch) {
  const indexes = Array.from({ length: batch }, (_, index) => from + index);
  const step = (index: number, content: string) => ({
    id: `s${index}`,
    type: "run",
    name: "answer",
    output: { content },
  });
  // oxlint-disable no-await-in-loop -- one after the other
  await ingest(indexes.map((index) => step(index, "first")));
  for (const index of indexes) console.log(`first ${index}`);
  const changed = indexes.filter((index) => index % 4 === 0);
  await ingest(changed.map((index) => step(index, "second")));
  for (const index of changed) console.log(`second ${index}`);
  // oxlint-enable no-await-in-loop
}
console.log("sent");
setInterval(() => {}, 60_000);
