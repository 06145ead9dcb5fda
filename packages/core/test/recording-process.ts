/**
 * Application process of `process-end.long.test.ts`. It records steps, the last ones immediately before it ends as the
 * first argument says. If it ends naturally, it prints the number of delivered records.
 */
import { writeSync } from "node:fs";
import { Threadline } from "@threadline/core";

/**
 * Ways in which the process ends. `SIGTERM`, `SIGINT` and `SIGKILL` are signals that the process sends to itself,
 * immediately after it has recorded the last step.
 */
export type Ending =
  | "natural"
  | "shutdown"
  | "exit"
  | "exit later"
  | "exit while awaited"
  | "exit in a listener"
  | "exit while open"
  | "exit while running"
  | "uncaught"
  | "rejection"
  | "wait for a signal"
  | "record until killed"
  | "SIGTERM"
  | "SIGINT"
  | "SIGKILL";

const [ending, count = "0", spool, prefix = "s", exitTimeoutMs] = process.argv.slice(2) as [Ending, ...string[]];
const client = new Threadline({
  ...(spool ? { spool } : {}),
  // The long interval keeps records in memory until the process ends. With the short one, requests are in progress when
  // the process is killed.
  delivery: {
    exitTimeoutMs: Number(exitTimeoutMs),
    flushIntervalMs: ending === "record until killed" ? 5 : 60_000,
    // A hanging request must end only with the process.
    requestTimeoutMs: 3_600_000,
  },
  onError: () => undefined,
});
process.once("beforeExit", () => process.once("exit", () => console.log(client.stats().delivered)));
const half = Math.ceil(Number(count) / 2);
await client.run({ id: `${prefix}-run`, name: "run" }).wrap(async () => {
  for (let index = 1; index < half; index += 1) {
    await client.step({ id: `${prefix}-${index}`, name: `step ${index}`, type: "tool" }).wrap(() => ({ index }));
  }
});
// Records in a callback of the event loop, because nothing there catches an exception.
if (ending === "record until killed") setInterval(recordAndReport, 1);
else setImmediate(recordAndEnd);

function send(index: number): Promise<unknown> {
  return client.step({ id: `${prefix}-${index}`, name: `step ${index}`, type: "tool" }).send();
}

function recordAndEnd(): void {
  for (let index = half; index < Number(count); index += 1) void send(index);
  if (ending === "exit") process.exit(3);
  if (ending === "shutdown") void client.shutdown({ timeoutMs: Number(exitTimeoutMs) });
  if (ending === "exit later") setTimeout(() => process.exit(3), 20);
  if (ending === "exit in a listener") {
    process.on("exit", () => void send(Number(count)));
    process.exit(3);
  }
  if (ending === "exit while open") {
    client.delivery.beforeFlush(() => void send(Number(count)));
    process.exit(3);
  }
  if (ending === "exit while running") {
    void client
      .step({ id: `${prefix}-${count}`, name: "running", type: "tool" })
      .wrap(() => new Promise(() => undefined));
    process.exit(3);
  }
  if (ending === "exit while awaited") {
    void send(Number(count)).then(() => process.exit(4));
    // The process exits before a response can arrive.
    setImmediate(() => process.exit(3));
  }
  if (ending === "uncaught") throw new Error("the host fails");
  if (ending === "rejection") void Promise.reject(new Error("the host fails"));
  if (ending === "SIGTERM" || ending === "SIGINT" || ending === "SIGKILL") process.kill(process.pid, ending);
  if (ending === "wait for a signal") {
    setInterval(() => undefined, 1_000);
    // The test sends the signal when it reads the line.
    setTimeout(() => console.log("recorded"), 20);
  }
}

let recorded = 0;
function recordAndReport(): void {
  for (let inTurn = 0; inTurn < 3; inTurn += 1) {
    recorded += 1;
    void send(recorded);
    // Writing to a pipe is synchronous, so the line is not lost.
    writeSync(1, `${prefix}-${recorded}\n`);
  }
}
