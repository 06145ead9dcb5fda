/**
 * `pnpm start`: starts the service with the embedded store, and records the demo if the project has no threads.
 * `--record-again` always records the demo, `--once` exits after the recording, and `--remove-demo` removes the demo.
 */
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { demoKey } from "./demo-key.ts";
import { demoTag } from "./demo-mark.ts";
import type { HistoryEnd } from "./history/history-clock.ts";
import { listenNear } from "./listen-near.ts";
import { nextSteps } from "./next-steps.ts";
import { moveConnection } from "./demo-connection.ts";
import { startModelServer } from "./model-server/start-model-server.ts";
import { recordDemo } from "./record-demo.ts";
import { recordedDemo } from "./recorded-demo.ts";
import { removeDemo } from "./remove-demo.ts";
import { isThreadline, servedProject } from "./running-service.ts";

const usage = `pnpm start [--port <number>] [--data-dir <folder>] [--no-history] [--record-again] [--once]
       pnpm start --remove-demo [--port <number>] [--data-dir <folder>]

  --port <number>      Port to listen on. Default: 4000
  --data-dir <folder>  Folder of the records. Default: .threadline
  --no-history         Records only the three agents, without the history of 14 days
  --record-again       Records the demo again. The history is only recorded again if it was removed
  --once               Exits after recording
  --remove-demo        Removes the records of the demo, and exits

  THREADLINE_DATABASE_URL  Stores the records in this PostgreSQL database`;

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h", default: false },
      once: { type: "boolean", default: false },
      "no-history": { type: "boolean", default: false },
      "record-again": { type: "boolean", default: false },
      "remove-demo": { type: "boolean", default: false },
      port: { type: "string", default: "4000" },
      "data-dir": { type: "string", default: ".threadline" },
    },
  });
  if (values.help) return console.log(usage);
  const { THREADLINE_API_KEY, OPENAI_API_KEY, OPENAI_MODEL } = process.env;

  const dataDir = values["data-dir"];
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const apiKey = THREADLINE_API_KEY || (await demoKey(join(dataDir, "demo-key")));
  const port = Number(values.port);
  const ownerUrl = `http://127.0.0.1:${port}`;
  const own = await serve({ dataDir, apiKey, port }).catch(async (error: unknown) => {
    // The start fails if another service already uses the data folder. That may be the service of an earlier start,
    // which knows the key. The demo then uses that service.
    const projectId = port === 0 ? null : await servedProject(ownerUrl, apiKey);
    if (projectId === null) throw error;
    return { url: ownerUrl, projectId, close: null };
  });
  const { url, projectId, close } = own;
  console.log(close ? `The service runs at ${url}.` : `A service with the same records already runs at ${url}.`);

  const client = new Threadline({ apiKey, url, environment: "dev", tags: [demoTag] });
  const service = { url, projectId };
  if (values["remove-demo"]) {
    const { threadCount, userCount } = await removeDemo(client, service);
    console.log(`Removed ${threadCount} threads and ${userCount} users of the demo, with what belonged to them.`);
    await close?.();
    return;
  }
  // The model connection of the demo calls this simulated provider.
  const standIn = await startModelServer({ latencyMs: 30 });
  if (close !== null) await moveConnection(client, service, standIn.baseURL);
  const { hasThreads, threadId: knownId, unfinished } = await recordedDemo(client);
  let threadId = knownId;
  if (!hasThreads || unfinished !== null || values["record-again"]) {
    threadId =
      (await recordDemo({
        client,
        service,
        standInUrl: standIn.baseURL,
        historyEnd: values["no-history"] ? null : historyEnd(),
        unfinished,
        openaiApiKey: OPENAI_API_KEY,
        openaiModel: OPENAI_MODEL,
      })) ?? knownId;
    console.log("\nTo remove the demo: Settings > General in the UI, or npx -y pnpm@12 start --remove-demo");
  } else {
    const found =
      threadId === null ? "The project has threads, but none from the demo" : "The demo is already recorded";
    console.log(`${found}; nothing was added. To record it again: npx -y pnpm@12 start --record-again`);
  }
  const isPortTaken = close !== null && port !== 0 && url !== ownerUrl;
  const note = close
    ? isPortTaken && `Port ${port} is taken by ${await holderOf(ownerUrl)}, so this service is at ${url}.`
    : "This service was already running, so this command exits.";
  console.log(nextSteps({ url, apiKey, projectId, threadId, note: note || undefined }));

  if (close === null) return standIn.close();
  if (!values.once) {
    console.log(`\nServing until Ctrl-C; the records stay in ${dataDir}.`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  }
  await close();
  await standIn.close();
}

async function serve({ dataDir, apiKey, port }: { dataDir: string; apiKey: string; port: number }): Promise<{
  url: string;
  projectId: string;
  close: () => Promise<void>;
}> {
  const databaseUrl = process.env["THREADLINE_DATABASE_URL"] || undefined;
  // With `noLogin`, the UI needs no sign-in, and the service accepts only requests from this machine.
  const server = createServer({ dataDir, apiKey, databaseUrl, noLogin: true });
  const { project } = await server.ready;
  const listener = await listenNear(server, port);
  const close = async (): Promise<void> => {
    await listener.close();
    await server.close();
  };
  return { url: listener.url, projectId: project.id, close };
}

/** Returns the current time as the end of the history, with the time zone of this machine. */
function historyEnd(): HistoryEnd {
  const now = new Date();
  return { anchor: now.getTime(), utcOffset: -now.getTimezoneOffset() };
}

async function holderOf(url: string): Promise<string> {
  return (await isThreadline(url)) ? `another Threadline service (${url})` : "something else";
}

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? `start: ${error.message}` : error);
  process.exit(1);
});
