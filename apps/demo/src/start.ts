/** `pnpm start`: the service on the embedded store, the demo against it, and what was recorded. `--once` ends after that. */
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { demoKey } from "./demo-key.ts";
import { formatRecords } from "./format-records.ts";
import { listenNear } from "./listen-near.ts";
import { openModel } from "./model-access.ts";
import { readRecords } from "./read-records.ts";
import { runDemo } from "./run-demo.ts";

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean", default: false },
      port: { type: "string", default: "4000" },
      "data-dir": { type: "string", default: ".threadline" },
    },
  });
  const { THREADLINE_API_KEY, OPENAI_API_KEY, OPENAI_MODEL } = process.env;

  const dataDir = values["data-dir"];
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const apiKey = THREADLINE_API_KEY || (await demoKey(join(dataDir, "demo-key")));
  // The UI opens at once; without a login the service answers to this machine alone.
  const server = createServer({ dataDir, apiKey, noLogin: true });
  const { project } = await server.ready;
  const listener = await listenNear(server, Number(values.port));

  const model = await openModel({ openaiApiKey: OPENAI_API_KEY, openaiModel: OPENAI_MODEL, latencyMs: 30 });
  console.log(`The service runs at ${listener.url}. The model is ${model.description}.\n`);
  const client = new Threadline({ apiKey, url: listener.url, environment: "dev" });
  const run = await runDemo({ client, model });
  console.log(formatRecords(await readRecords(client, run)));
  await model.close();
  console.log(nextSteps(listener.url, apiKey, `/projects/${project.id}/logs/threads/${run.threadIds[0]}`));

  if (!values.once) {
    console.log(`\nServing until Ctrl-C; the records stay in ${dataDir}.`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  }
  await listener.close();
  await server.close();
}

function nextSteps(url: string, apiKey: string, threadPath: string): string {
  const body = JSON.stringify({ query: "{ threads(first: 3) { edges { node { id name } } } }" });
  return `
See it    ${url}${threadPath}
URL       ${url}
Key       ${apiKey}
For apps  export THREADLINE_URL=${url} THREADLINE_API_KEY=${apiKey}
Explorer  ${url}/api/graphql
Try       curl ${url}/api/graphql -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`;
}

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? `start: ${error.message}` : error);
  process.exit(1);
});
