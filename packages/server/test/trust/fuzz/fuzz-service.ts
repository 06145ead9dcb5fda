/**
 * A service in a separate process, so that its memory can be measured without the memory of the fuzzer. The first
 * argument contains its options as JSON. The process sends its URL and project when it is ready, and its state in
 * response to each message.
 */
import { serve } from "@hono/node-server";
import { createServer } from "../../../src/create-server.ts";
import { pino } from "pino";
import type { ServerOptions } from "../../../src/server-options.ts";

/** First message of the process. */
export interface FuzzServiceReady {
  readonly url: string;
  readonly projectId: string;
}

export interface FuzzServiceState {
  /** Maximum resident memory so far, in bytes. */
  readonly peakMemory: number;
  readonly rejections: readonly string[];
  /** Keys that were added to the prototypes of objects and lists. */
  readonly prototypeKeys: readonly string[];
}

const rejections: string[] = [];
process.on("unhandledRejection", (reason) => void rejections.push(String(reason)));

const server = createServer({
  logger: pino({ level: "error" }),
  ...(JSON.parse(process.argv[2] ?? "{}") as ServerOptions), // written by the parent process
});
const { project } = await server.ready;
const http = serve({ fetch: (request) => server.fetch(request), port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.send?.({ url: `http://127.0.0.1:${port}`, projectId: project.id } satisfies FuzzServiceReady);
});
process.on("message", () => {
  process.send?.({
    peakMemory: process.resourceUsage().maxRSS * 1024,
    rejections,
    prototypeKeys: [...Object.keys(Object.prototype), ...Object.keys(Array.prototype)],
  } satisfies FuzzServiceState);
});
process.once("disconnect", () => {
  http.close();
  void server.close().then(() => process.exit());
});
