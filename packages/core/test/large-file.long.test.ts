/** The memory of this process is measured, so it runs only this test. */
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, listen } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { Threadline } from "../src/index.ts";

test("sending a large file over HTTP takes far less memory than its size", async () => {
  const size = 256 * 1024 * 1024;
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const large = join(folder, "large.bin");
  await writeFile(large, "");
  await truncate(large, size);
  const server = createServer({ apiKey: "tl_test_key" });
  const listener = await listen(server, { port: 0 });
  onTestFinished(() => listener.close());
  const client = new Threadline({ apiKey: "tl_test_key", url: listener.url });
  const before = process.memoryUsage().rss;
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
  const { objectKey } = await client.api.uploadFile({ path: large });
  clearInterval(timer);
  expect(objectKey).toEqual(expect.any(String));
  expect(highest - before).toBeLessThan(0.7 * size);
});
