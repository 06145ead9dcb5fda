/** Process that sends one document many times concurrently, and reports the result. Its argument is a `BurstOrder`. */
import { request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { BurstOrder, BurstResult } from "./burst.ts";

const { url, key, query, count, unreadMs } = JSON.parse(process.argv[2] ?? "{}") as BurstOrder; // passed by `sendBurst`
setPriority(constants.priority.PRIORITY_LOW);
const body = JSON.stringify({ query });
const outcomes: { [outcome: string]: number } = {};
let bytes = 0;
const note = (outcome: string): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};

/**
 * Sends a request, and resolves when its response is complete. With `unreadMs`, resolves after the headers, and never
 * reads the body.
 */
function send(): Promise<void> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "x-api-key": key, "content-length": body.length };
    const sent = request(`${url}/api/graphql`, { method: "POST", agent: false, headers }, (response) => {
      if (unreadMs > 0) {
        note(`${response.statusCode}`);
        return resolve();
      }
      let start = "";
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (start.length < 2_000) start += chunk.toString("latin1");
      });
      response.once("close", () => {
        const code = /"code":"(\w+)"/.exec(start)?.[1];
        note(`${response.statusCode}${code === undefined ? "" : ` ${code}`}`);
        resolve();
      });
    });
    sent.once("error", ({ message }) => {
      note(message);
      resolve();
    });
    sent.end(body);
  });
}

const now = (): number => performance.timeOrigin + performance.now();
const startedAt = now();
await Promise.all(Array.from({ length: count }, send));
const endedAt = now();
if (unreadMs > 0) await pause(unreadMs);
const result: BurstResult = { outcomes, bytes, startedAt, endedAt };
process.send?.(result);
