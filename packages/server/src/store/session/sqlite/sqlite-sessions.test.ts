import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTable } from "../../schema/create-table.ts";
import { secrets } from "../../schema/accounts.ts";
import { Database } from "./database.ts";
import { SqliteSessions } from "./sqlite-sessions.ts";
import type { Session } from "../session.ts";

function open(): { readonly handle: DatabaseSync; readonly database: Database; readonly sessions: SqliteSessions } {
  const handle = new DatabaseSync(":memory:");
  onTestFinished(() => {
    if (handle.isOpen) handle.close();
  });
  for (const statement of createTable(secrets, "sqlite")) handle.exec(statement);
  const database = new Database(handle);
  return { handle, database, sessions: new SqliteSessions(database) };
}

const insert = (session: Session, name: string): Promise<number> =>
  session.run(session.db.insertInto("secrets").values({ name, value: new Uint8Array([1]) }));

async function names(session: Session): Promise<string[]> {
  const rows = await session.all(session.db.selectFrom("secrets").select("name").orderBy("name"));
  return rows.map(({ name }) => name);
}

test("concurrent writes share a commit, in order, and each sees the previous ones", async () => {
  const { handle, sessions } = open();
  // The fixed clock keeps the commit open, which otherwise stops accepting jobs after some milliseconds.
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const commits: string[] = [];
  const exec = handle.exec.bind(handle);
  handle.exec = (text) => {
    if (text === "COMMIT") commits.push(text);
    exec(text);
  };
  const order: string[] = [];
  const write = (name: string): Promise<string[]> =>
    sessions.writeInstallation(async (session) => {
      order.push(`${name} starts`);
      await insert(session, `${name}1`);
      await insert(session, `${name}2`);
      const seen = await names(session);
      order.push(`${name} ends`);
      return seen;
    });
  expect(await Promise.all([write("a"), write("b"), write("c")])).toEqual([
    ["a1", "a2"],
    ["a1", "a2", "b1", "b2"],
    ["a1", "a2", "b1", "b2", "c1", "c2"],
  ]);
  expect(order).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
  expect(commits).toHaveLength(1);
});

test("a write that throws is rolled back alone, and the others of its commit are kept", async () => {
  const { database, sessions } = open();
  const [first, failed, asleep, last] = await Promise.allSettled([
    sessions.writeInstallation((session) => insert(session, "first")),
    sessions.writeInstallation(async (session) => {
      await insert(session, "half");
      await insert(session, "first");
    }),
    database.write(() => database.run("INSERT INTO secrets VALUES ('synchronous', x'01')").changes),
    sessions.writeInstallation(names),
  ]);
  expect([first.status, failed.status, asleep.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(failed).toMatchObject({ reason: { message: expect.stringContaining("UNIQUE constraint failed") } });
  expect(last).toEqual({ status: "fulfilled", value: ["first", "synchronous"] });
  expect(await sessions.readInstallation(names)).toEqual(["first", "synchronous"]);
});

test("no other callback or read runs while a commit is open", async () => {
  const { handle, sessions } = open();
  const seen: boolean[] = [];
  let isWatched = true;
  const watch = (): void => {
    seen.push(handle.isTransaction);
    if (isWatched) setImmediate(watch);
  };
  watch();
  const read = async (): Promise<void> => {
    while (isWatched) {
      seen.push(handle.isTransaction);
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await new Promise(setImmediate);
    }
  };
  const reading = read();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sessions.writeInstallation(async (session) => {
        for (let count = 0; count < 20; count += 1) {
          // oxlint-disable-next-line no-await-in-loop -- in order
          await insert(session, `${index} ${count}`);
        }
      }),
    ),
  );
  isWatched = false;
  await reading;
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).not.toContain(true);
});

test("a write that awaits something else is rolled back, and its session ends", async () => {
  const { handle, sessions } = open();
  const { promise: late, resolve } = Promise.withResolvers<unknown>();
  const { promise: isRejected, resolve: end } = Promise.withResolvers<void>();
  const waiting = sessions.writeInstallation(async (session) => {
    await insert(session, "early");
    await isRejected;
    resolve(await insert(session, "late").catch((error: unknown) => error));
  });
  const other = sessions.writeInstallation((session) => insert(session, "other"));
  await expect(waiting).rejects.toThrow("A write of the store may only await its own session.");
  end();
  await other;
  expect(await late).toMatchObject({ message: expect.stringContaining("used outside of the job that opened it") });
  expect(handle.isTransaction).toBe(false);
  expect(await sessions.readInstallation(names)).toEqual(["other"]);
});

test("a nested write is rejected instead of waiting", async () => {
  const { sessions } = open();
  const nested = sessions.writeInstallation(() => sessions.writeInstallation((session) => insert(session, "inner")));
  await expect(nested).rejects.toThrow("A write of the store may only await its own session.");
});

test("a write that is waiting when the database closes is rejected", async () => {
  const { handle, sessions } = open();
  const writing = sessions.writeInstallation((session) => insert(session, "late"));
  handle.close();
  await expect(writing).rejects.toThrow("database is not open");
});
