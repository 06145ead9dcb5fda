import { createServer } from "threadline";
import { expect, test } from "vitest";
import { AutoThreads } from "./auto-threads.ts";
import type { ThreadlineOptions } from "./configuration.ts";
import { Threadline } from "./threadline.ts";

function start(options: ThreadlineOptions = {}) {
  const server = createServer({ apiKey: "key-of-the-test" });
  const client = new Threadline({ apiKey: "key-of-the-test", fetch: server.fetch, ...options });
  const nameOf = async (id: string) => {
    await client.flush();
    return (await client.api.getThread(id))?.name;
  };
  return { client, autoThreads: new AutoThreads(client), nameOf };
}

test("a call outside any thread and step gets a thread", async () => {
  const { client, autoThreads } = start();
  expect(autoThreads.isOutside).toBe(true);
  expect(await client.decorate({ tags: ["a"] }).wrap(() => autoThreads.isOutside)).toBe(true);
  expect(await client.thread().wrap(() => autoThreads.isOutside)).toBe(false);
  expect(await client.run({ name: "run" }).wrap(() => autoThreads.isOutside)).toBe(false);
});

test("a thread is created once, and keeps its first name", async () => {
  const { autoThreads, nameOf } = start();
  autoThreads.open({ id: "conversation", firstMessage: "When do\nyou   open?" });
  expect(autoThreads.open({ id: "conversation", firstMessage: "And on Sundays?" }).id).toBe("conversation");
  expect(await nameOf("conversation")).toBe("When do you open?");
});

test("a named thread keeps its name when it is opened again", async () => {
  const { client, autoThreads, nameOf } = start();
  autoThreads.open({ id: "conversation", firstMessage: "When do you open?" });
  await client.flush();
  const other = new AutoThreads(client);
  other.open({ id: "conversation", firstMessage: "And on Sundays?", metadata: { turn: 2 } });
  expect(await nameOf("conversation")).toBe("When do you open?");
  expect((await client.api.getThread("conversation"))?.metadata).toStrictEqual({ turn: 2 });
  await client.thread({ id: "unnamed" }).upsert();
  other.open({ id: "unnamed", firstMessage: "And on Sundays?" });
  expect(await nameOf("unnamed")).toBe("And on Sundays?");
});

test("calls without a conversation get different threads", () => {
  const { autoThreads } = start();
  const [one, other] = [autoThreads.open(), autoThreads.open()];
  expect(one.id).not.toBe(other.id);
  expect(autoThreads.open({ id: "__proto__" }).id).toBe("__proto__");
});

test.each([
  ["a ".repeat(100), `${"a ".repeat(39).trimEnd()}…`],
  ["x".repeat(100), `${"x".repeat(79)}…`],
  ["😀".repeat(100), `${"😀".repeat(79)}…`],
  ["😀".repeat(80), "😀".repeat(80)],
  [`${" ".repeat(100)}${"😀".repeat(40)}${"x".repeat(100)}`, `${"😀".repeat(40)}${"x".repeat(39)}…`],
  [`${"x".repeat(79)} y z`, `${"x".repeat(79)}…`],
  [`${"x ".repeat(90)}\n${"y".repeat(700)}`, `${"x ".repeat(39).trimEnd()}…`],
  [" \n ", null],
])("a message %j names its thread in one line", async (firstMessage, name) => {
  const { autoThreads, nameOf } = start();
  expect(await nameOf(autoThreads.open({ firstMessage }).id)).toBe(name);
});

test.each<ThreadlineOptions>([{ recordInputs: false }, { mask: (record) => record }])(
  "a message does not name a thread when inputs are omitted or masked: %j",
  async (options) => {
    const { autoThreads, nameOf } = start(options);
    expect(await nameOf(autoThreads.open({ firstMessage: "My card is 4111" }).id)).toBeNull();
  },
);
