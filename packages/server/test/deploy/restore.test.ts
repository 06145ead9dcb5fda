import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { ExportedRecord, Store } from "../../src/store/store.ts";
import { closedPort, examine, missingFolder } from "../doctor/examine.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { findPostgresClient } from "../postgres/postgres-programs.ts";
import { needs } from "../requirements.ts";
import { readDeployed } from "./read-deploy.ts";

const execute = promisify(execFile);

/** Returns the commands in docs/operations.md that start with `beginning`. */
function documented(beginning: string): string {
  const blocks = [...readDeployed("docs/operations.md").matchAll(/```sh[^\n]*\n([^]*?)```/g)].map(
    ([, text = ""]) => text,
  );
  const found = blocks.find((text) => text.startsWith(beginning));
  if (found === undefined) throw new Error(`docs/operations.md has no commands that begin with ${beginning}`);
  return found;
}

async function recordsOf(store: Store, id: string): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const record of store.exportRecords(id)) records.push(record);
  return records;
}

describePostgres("PostgreSQL backup and restore work as documented", (tests) => {
  test(
    "a restored database equals the original, and is intact",
    needs("pg_dump", findPostgresClient() !== null),
    async () => {
      const { server } = tests();
      const url = await server.createDatabase("threadline", "migrated");
      const store = await openWithProjects(() => openPostgresStore({ url }));
      for (const id of [project, otherProject]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await seedEveryKind(store, id);
      }
      const before = [await recordsOf(store, project), await recordsOf(store, otherProject)];
      const secret = await store.secret("signed-urls");
      await store.close();

      const cwd = await mkdtemp(join(tmpdir(), "threadline-restore-"));
      onTestFinished(() => rm(cwd, { recursive: true }));
      const path = [findPostgresClient() ?? "", process.env["PATH"]].join(delimiter);
      const run = (command: string, role: string) =>
        execute("bash", ["-euo", "pipefail", "-c", command], {
          cwd,
          env: { PATH: path, ADMIN_URL: `postgres://${role}@127.0.0.1:${server.port}` },
        });

      await expect(run(documented("pg_dump"), "threadline")).rejects.toThrow("row-level security");
      await run(documented("pg_dump"), "postgres");
      await run(documented("createdb"), "postgres");

      const restored = await openPostgresStore({ url: server.url("restored") });
      onTestFinished(() => restored.close());
      expect(before[0]?.length).toBeGreaterThan(10);
      expect([await recordsOf(restored, project), await recordsOf(restored, otherProject)]).toEqual(before);
      expect(await restored.secret("signed-urls")).toEqual(secret);
      const found = await examine({
        databaseUrl: server.url("restored"),
        dataDir: missingFolder,
        port: await closedPort(),
      });
      for (const check of ["database", "database-version", "database-role", "row-security", "indexes"]) {
        expect(found[check]).toMatchObject({ level: "ok" });
      }
    },
  );
});
