import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres } from "./describe-postgres.ts";
import { needs } from "../requirements.ts";
import { type Pooler, startPooler } from "./start-pooler.ts";

const connections = 3;

describePostgres("behind pgbouncer, which lends connections by transaction", (tests) => {
  describe("a store", needs("pgbouncer"), () => {
    let pooler: Pooler | undefined;
    beforeAll(async () => {
      pooler = await startPooler(tests().server, connections);
    });
    afterAll(() => pooler?.stop());

    /** Creates a database. Resolves to its URL behind the pooler. */
    async function createDatabase(name: string, template?: string): Promise<string> {
      await tests().server.createDatabase(name, template);
      return pooler?.url(name) ?? "";
    }

    test("creates its tables, and isolates projects with more transactions than connections", async () => {
      const url = await createDatabase("pooled");
      const open = (): Promise<Store> => openPostgresStore({ url, poolSize: 8, preparedStatements: 0 });
      const store = await openWithProjects(open);
      onTestFinished(() => store.close());
      const owners = [project, otherProject];
      for (const owner of owners) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await seedEveryKind(store, owner);
      }
      const rounds = Array.from({ length: 40 }, async (_, round) => {
        const owner = owners[round % 2] ?? project;
        const id = `${owner} ${round}`;
        const outcome = await store.steps.ingest(owner, [
          { id, createdAt: Date.now(), threadId: "thread", output: owner },
        ]);
        const [own] = await store.steps.getMany(owner, [id]);
        const [foreign] = await store.steps.getMany(owners[(round + 1) % 2] ?? project, [id]);
        return [outcome, own?.output, foreign];
      });
      expect(await Promise.all(rounds)).toEqual(rounds.map((_, round) => [["stored"], owners[round % 2], null]));
      await store.analytics.settle();
      await store.expire();
      expect(await store.steps.count(project, {})).toBe(21);
      const sessions = await tests().server.administer(
        "SELECT pid FROM pg_stat_activity WHERE datname = 'pooled' AND backend_type = 'client backend'",
      );
      expect(sessions.length).toBeLessThanOrEqual(connections);
    });

    test("serves two servers, which read each other's writes", async () => {
      const databaseUrl = await createDatabase("served");
      const apiKey = "a-key-for-tests";
      const servers = [1, 2].map(() => createServer({ databaseUrl, databasePooler: true, apiKey }));
      onTestFinished(async () => {
        await Promise.all(servers.map((server) => server.close()));
      });
      const [one, other] = servers;
      const ask = async (server: typeof one, query: string): Promise<unknown> => {
        const response = await server?.fetch("http://localhost/api/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": apiKey },
          body: JSON.stringify({ query }),
        });
        return response?.json();
      };
      await ask(one, 'mutation { ingestStep(id: "s", threadId: "t", type: run, name: "agent") { ok } }');
      expect(await ask(other, '{ step(id: "s") { name threadId } }')).toEqual({
        data: { step: { name: "agent", threadId: "t" } },
      });
    });
  });
});
