import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { UnavailableError } from "../../src/store/errors.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("connections that are lost", (tests) => {
  test("fail only their open statements, and lose no acknowledged write", async () => {
    const { server } = tests();
    const url = await server.createDatabase("lost", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, poolSize: 5 }));
    onTestFinished(() => store.close());
    const acknowledged = new Set<string>();
    let failures = 0;
    let isOver = false;
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let index = 0; !isOver; index += 1) {
        const id = `${lane}-${index}`;
        // oxlint-disable-next-line no-await-in-loop -- one after the other within a lane
        await store.steps.ingest(project, [{ id, createdAt: index, threadId: `t${lane}` }]).then(
          () => acknowledged.add(id),
          () => (failures += 1),
        );
        // oxlint-disable-next-line no-await-in-loop -- sequential
        await store.projects.findKey("none").catch(() => (failures += 1));
      }
    });
    for (let round = 0; round < 10; round += 1) {
      const before = acknowledged.size;
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 5);
      // oxlint-disable-next-line no-await-in-loop -- sequential
      await server.administer(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'lost' AND application_name = 'threadline'",
      );
    }
    isOver = true;
    await Promise.all(lanes);
    expect(failures).toBeGreaterThan(0);
    const ids = [...acknowledged];
    const found = await store.steps.getMany(project, ids);
    expect(ids.filter((_, index) => found[index] === null)).toEqual([]);
  });

  test("that do not respond time out with a clear error, and are replaced", async () => {
    const { server } = tests();
    const url = await server.createDatabase("silent", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, poolSize: 2, statementTimeout: 500 }));
    onTestFinished(() => store.close());
    const active = await server.administer(
      "SELECT pid FROM pg_stat_activity WHERE datname = 'silent' AND application_name = 'threadline'",
    );
    const pids = (active as { pid: number }[]).map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    onTestFinished(() => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    });
    const write = (): Promise<unknown> => store.steps.ingest(project, [{ id: "a", createdAt: 1 }]);
    const silent = await Promise.allSettled(pids.map(write));
    expect(silent).toEqual(
      pids.map(() => ({ status: "rejected", reason: new UnavailableError("The database took too long") })),
    );
    await write();
    expect(await store.steps.getMany(project, ["a"])).toMatchObject([{ id: "a" }]);
  });
});
