/**
 * Process of `evaluate-killed.long.test.ts`, which evaluates items and kills itself at a given request. It prints each
 * item when its task runs and, at the end, the number of requests.
 */
import { writeSync } from "node:fs";
import { Threadline } from "@threadline/core";

const [killAt = "0", moment = "before"] = process.argv.slice(2);
let requests = 0;

const client = new Threadline({
  onError: () => undefined,
  async fetch(input, init) {
    requests += 1;
    const isLast = requests === Number(killAt);
    if (isLast && moment === "before") process.kill(process.pid, "SIGKILL");
    const response = await fetch(input, init);
    // The service has responded, but the client has not read the response.
    if (isLast && moment === "after") process.kill(process.pid, "SIGKILL");
    return response;
  },
});
await client.evaluate({
  name: "killed",
  dataset: "numbers",
  task: async ({ number }: { number: number }, { repeat }) => {
    // Writing to a pipe is synchronous, so the line is not lost.
    writeSync(1, `ran ${number}.${repeat}\n`);
    return client.step({ name: "double", type: "tool" }).wrap(() => ({ double: 2 * number }));
  },
  scorers: [
    function even({ output }) {
      return output.double % 2 === 0;
    },
    function large({ output }) {
      return output.double;
    },
  ],
  repeats: 2,
  concurrency: 2,
});
console.log(`requests ${requests}`);
