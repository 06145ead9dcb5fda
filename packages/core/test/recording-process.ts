/** A host process for `process-end.test.ts`: records steps, and ends in the way that its arguments say. */
import { Threadline } from "@threadline/core";

const [ending = "", count = "0", spool, prefix = "s"] = process.argv.slice(2);
const client = new Threadline({
  ...(spool ? { spool } : {}),
  // Nothing is sent before the end.
  delivery: { exitTimeoutMs: 2_000, flushIntervalMs: 60_000 },
  onError: () => undefined,
});
await client.run({ id: `${prefix}-run`, name: "run" }).wrap(async () => {
  for (let index = 1; index < Number(count); index += 1) {
    await client.step({ id: `${prefix}-${index}`, name: `step ${index}`, type: "tool" }).wrap(() => ({ index }));
  }
});
if (ending === "exit") process.exit(3);
if (ending === "uncaught") throw new Error("the host fails");
if (ending === "signal") {
  // The signal is sent when the line is read.
  setInterval(() => undefined, 1_000);
  setTimeout(() => console.log("recorded"), 20);
}
