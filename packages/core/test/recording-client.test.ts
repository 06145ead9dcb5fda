import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { type Api, RecordingClient, type RecordingOptions, Threadline } from "../src/index.ts";
import * as recording from "../src/recording.ts";
import { folderSpool } from "../src/spool.ts";
import { startService } from "./start-service.ts";

function startRecording(options: RecordingOptions = {}) {
  const { client: reader, fetch, errors } = startService();
  const onError = (error: unknown): void => void errors.push(error);
  const client = new RecordingClient({
    apiKey: "tl_test_key",
    url: "http://threadline.test",
    fetch,
    onError,
    ...options,
  });
  return { client, reader, errors };
}

test("records of a recording client are stored in their thread and step", async () => {
  const { client, reader, errors } = startRecording({ release: "1.2.3", environment: "staging" });
  await client.thread({ id: "t" }).wrap(() =>
    client.run({ id: "r", name: "answer" }).wrap(async () => {
      await client.step({ id: "s", name: "look up", type: "tool" }).wrap(() => ({ opens: 9 }));
    }),
  );
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 3, pending: 0, dropped: 0 });
  const step = await reader.api.getStep("s");
  expect(step).toMatchObject({
    threadId: "t",
    parentId: "r",
    rootRunId: "r",
    output: { opens: 9 },
    environment: "staging",
  });
  expect(step?.metadata).toStrictEqual({ release: "1.2.3" });
  expect(errors).toStrictEqual([]);
});

test("a recording client has all operations", async () => {
  const { client } = startRecording();
  const { client: whole } = startService();
  await client.step({ id: "s", name: "awaited", type: "tool" }).send();
  await client.thread({ id: "t", name: "awaited" }).upsert();
  await expect(client.api.getStep("s")).resolves.toMatchObject({ name: "awaited" });
  await expect(client.api.getThread("t")).resolves.toMatchObject({ name: "awaited" });
  expect((await client.api.getStep("s"))?.client).toBe(client);
  const changes = await client.api.recordChanges();
  await changes.return?.();
  for (const name of Object.keys(whole.api) as (keyof Api)[]) expect(client.api[name]).toBeTypeOf("function");
  await expect(Promise.resolve(client.api)).resolves.toBe(client.api);
  await expect((client.api as unknown as { nothing(): Promise<void> }).nothing()).rejects.toThrow("api.nothing");
});

test("operations of a recording client use the environment of the context", async () => {
  const { client } = startRecording();
  await client.experimentItemRun().wrap(() => client.api.sendSteps([{ id: "inside", name: "inside", type: "tool" }]));
  await expect(client.api.getStep("inside")).resolves.toMatchObject({ environment: "experiment" });
});

test("a given spool keeps records, and another client sends them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "threadline-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { reader, client: later } = startRecording({
    spool: folderSpool(folder),
    delivery: { flushIntervalMs: 60_000 },
  });
  void later.step({ id: "kept", name: "kept", type: "tool" }).send();
  await Promise.resolve();
  // Ignores the lock file of the spool.
  expect(readdirSync(folder).filter((name) => !name.endsWith(".lock"))).toHaveLength(1);
  await later.shutdown();
  await expect(reader.api.getStep("kept")).resolves.toMatchObject({ name: "kept" });
  expect(readdirSync(folder)).toStrictEqual([]);
});

test("Threadline is a recording client, and the entry points share classes", () => {
  expect(new Threadline({ disabled: true })).toBeInstanceOf(recording.RecordingClient);
  expectTypeOf<Threadline>().toExtend<recording.RecordingClient>();
});
