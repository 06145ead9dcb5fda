/**
 * `pnpm start`: the service on the embedded store, and the demo in it, recorded when the project has no threads yet.
 * `--record-again` records it anyway; `--once` ends after that.
 */
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { demoKey } from "./demo-key.ts";
import { listenNear } from "./listen-near.ts";
import { nextSteps } from "./next-steps.ts";
import { recordDemo } from "./record-demo.ts";
import { recordedDemo } from "./recorded-demo.ts";
import { runningService } from "./running-service.ts";

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean", default: false },
      "record-again": { type: "boolean", default: false },
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
  const port = Number(values.port);
  const listener = await listenNear(server, port);
  const isPortTaken = port !== 0 && listener.port !== port;
  const ownerUrl = `http://127.0.0.1:${port}`;
  const owner = isPortTaken ? await runningService(ownerUrl, project.id) : null;
  const isServedAlready = owner === "same-records" && !values.once;
  const url = isServedAlready ? ownerUrl : listener.url;
  console.log(
    isServedAlready ? `A service runs at ${url} already, on the same records.` : `The service runs at ${url}.`,
  );

  const client = new Threadline({ apiKey, url: listener.url, environment: "dev" });
  let { hasThreads, threadId } = await recordedDemo(client);
  if (!hasThreads || values["record-again"]) {
    threadId = await recordDemo({ client, openaiApiKey: OPENAI_API_KEY, openaiModel: OPENAI_MODEL });
  } else {
    const found = threadId === null ? "The project has threads, none of them of the demo" : "The demo is there already";
    console.log(`${found}; nothing was added. To record it anew: npx -y pnpm@12 start --record-again`);
  }
  const holder = owner === "not-threadline" ? "something else" : `another Threadline service (${ownerUrl})`;
  const note = isServedAlready
    ? "This is the service that was running already; this start ends here."
    : owner && `Port ${port} is taken by ${holder}, so this service is at ${listener.url}.`;
  console.log(nextSteps({ url, apiKey, projectId: project.id, threadId, note: note ?? undefined }));

  if (!values.once && !isServedAlready) {
    console.log(`\nServing until Ctrl-C; the records stay in ${dataDir}.`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  }
  await listener.close();
  await server.close();
}

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? `start: ${error.message}` : error);
  process.exit(1);
});
