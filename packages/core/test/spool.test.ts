import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HttpError } from "../src/index.ts";
import { startService } from "./start-service.ts";

function spoolFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "threadline-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const contentOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".spool"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");

test("an awaited record is in the spool until it is stored", async () => {
  const spool = spoolFolder();
  const { client } = startService({ spool });
  const sending = client.step({ id: "awaited", name: "awaited", type: "tool" }).send();
  expect(contentOf(spool)).toContain('"id":"awaited"');
  await sending;
  expect(readdirSync(spool)).toStrictEqual([]);
  await expect(client.api.getStep("awaited")).resolves.toMatchObject({ name: "awaited" });
});

test("an awaited record that fails stays in the spool, and the next process sends it", async () => {
  const spool = spoolFolder();
  const { connect } = startService();
  const first = connect({ spool, fetch: async () => new Response("no", { status: 400 }) });
  await expect(first.step({ id: "awaited", name: "awaited", type: "tool" }).send()).rejects.toBeInstanceOf(HttpError);
  expect(contentOf(spool)).toContain('"id":"awaited"');
  expect(first.stats()).toMatchObject({ submitted: 1, pending: 1 });
  await first.shutdown({ timeoutMs: 1 });
  const second = connect({ spool });
  await expect(second.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  await expect(second.api.getStep("awaited")).resolves.toMatchObject({ name: "awaited" });
  expect(readdirSync(spool)).toStrictEqual([]);
});

test("records that are only on disk are sent once, in order", async () => {
  const spool = spoolFolder();
  const { connect, fetch } = startService();
  let isAway = true;
  const client = connect({
    spool,
    // With a limit of one byte, the client keeps no record in memory.
    delivery: { maxQueueBytes: 1 },
    fetch: async (input, init) => {
      if (isAway) throw new TypeError("fetch failed");
      return fetch(new Request(input, init));
    },
  });
  const step = (name: string) => client.step({ id: "one", type: "tool", name });
  void step("first").send();
  void step("second").send();
  await step("third").wrap(() => "done");
  void step("last").send();
  await expect(client.flush({ timeoutMs: 1 })).resolves.toStrictEqual({ delivered: 0, pending: 4, dropped: 0 });
  isAway = false;
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 4, pending: 0, dropped: 0 });
  await expect(client.api.getStep("one")).resolves.toMatchObject({ name: "last" });
  expect(readdirSync(spool)).toStrictEqual([]);
});

test("unmasked content is never written to the spool, not even when the mask fails", async () => {
  const spool = spoolFolder();
  const { client } = startService({
    spool,
    mask: (record) => {
      if (record["name"] === "fails") throw new Error("no mask");
      return { ...record, input: { text: "masked" } };
    },
  });
  const send = (name: string) => void client.step({ name, type: "tool", input: { text: "secret" } }).send();
  send("works");
  send("fails");
  expect(contentOf(spool)).toContain('"text":"masked"');
  expect(contentOf(spool)).toContain('"name":"fails"');
  expect(contentOf(spool)).not.toContain("secret");
  await client.flush();
  expect(readdirSync(spool)).toStrictEqual([]);
});
