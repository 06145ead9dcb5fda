import { spawn } from "node:child_process";
import { join } from "node:path";
import { createServer, listen } from "threadline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byInputs } from "../../server/test/test-inputs.ts";
import { Threadline } from "../src/index.ts";

const apiKey = "tl_test_key";
const numbers = [1, 2, 3, 4];
const runs = 2 * numbers.length;

let url = "";
let client: Threadline;
let close: () => Promise<void>;

beforeAll(async () => {
  const server = createServer({ apiKey });
  const listener = await listen(server, { port: 0 });
  ({ url } = listener);
  client = new Threadline({ apiKey, url });
  const dataset = await client.api.createDataset({ name: "numbers" });
  await client.api.createDatasetItems(
    dataset.id,
    numbers.map((number) => ({ input: { number } })),
  );
  close = async () => {
    await listener.close();
    await server.close();
  };
});
afterAll(() => close());

/** Runs `evaluate-process.ts`. Resolves to what it printed, and to the signal that ended it. */
async function evaluateIn(...parameters: string[]) {
  const script = join(import.meta.dirname, "evaluate-process.ts");
  const child = spawn(process.execPath, ["--conditions=@threadline/source", "--no-warnings", script, ...parameters], {
    env: { ...process.env, THREADLINE_URL: url, THREADLINE_API_KEY: apiKey },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once("close", (...result) => resolve(result));
  });
  return { code, signal, ran: output.match(/^ran .*/gmu) ?? [], requests: Number(/requests (\d+)/.exec(output)?.[1]) };
}

test("an evaluation that is killed at any request is continued, with each run stored once", async () => {
  const whole = await evaluateIn();
  expect(whole).toMatchObject({ code: 0, ran: { length: runs } });
  // The number of background batches differs between runs, so another run may not reach the last requests.
  const all = Array.from({ length: Math.floor(whole.requests * 0.8) }, (_, index) => index + 1);
  const points = byInputs({
    few: all.filter((point) => point % 6 === 3),
    some: all.filter((point) => point % 3 === 0),
    many: all,
    all,
  });
  expect(points.length).toBeGreaterThan(1);
  for (const [index, point] of points.entries()) {
    const moment = index % 2 === 0 ? "before" : "after";
    const killed = await evaluateIn(String(point), moment);
    expect(killed.signal).toBe("SIGKILL");
    const { data } = await client.api.getExperiments({ first: 1 });
    const stored = (await client.api.getExperiment(data[0]?.id ?? ""))?.items.length ?? 0;
    const isNew = data[0]?.name === "killed" && stored < runs;
    const next = await evaluateIn();
    // Only runs that are not stored are repeated.
    expect(next).toMatchObject({ code: 0, ran: { length: isNew ? runs - stored : runs } });

    const experiments = await client.api.getExperiments({ first: 1 });
    const { id = "" } = experiments.data[0] ?? {};
    const items = (await client.api.getExperiment(id))?.items ?? [];
    expect(items.map(({ input }) => input?.["number"]).toSorted()).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    for (const { scores, input, experimentRunId } of items) {
      const double = 2 * Number(input?.["number"]);
      expect(scores.map(({ name, value }) => [name, value]).toSorted()).toEqual([
        ["even", 1],
        ["large", double],
      ]);
      await expect(client.api.getStep(experimentRunId ?? "")).resolves.toMatchObject({ output: { double } });
    }
    // The next round has the same name and settings, but starts another experiment, because this one is complete.
  }
});
