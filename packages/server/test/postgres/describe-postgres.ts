import { afterAll, beforeAll, describe } from "vitest";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/store/postgres/open-postgres-store.ts";
import {
  openThreadedPostgresStore,
  type ThreadedPostgresOptions,
} from "../../src/store/postgres/open-threaded-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { needs } from "../requirements.ts";
import { findPostgres } from "./postgres-programs.ts";
import type { PostgresServer } from "./launch-postgres.ts";
import { type DatabaseKind, openDatabases } from "./empty-databases.ts";
import { startPostgres } from "./postgres-server.ts";

/** Fixtures of PostgreSQL store tests. */
export interface PostgresTests {
  readonly server: PostgresServer;
  openStore(options?: Omit<PostgresStoreOptions, "url">): Promise<Store>;
  /** Opens an empty store that creates its partitions itself, for tests that set its clock. */
  openFresh(options: Omit<PostgresStoreOptions, "url">): Promise<Store>;
  /** Opens an empty store that writes in a separate thread. */
  openThreaded(options?: Omit<ThreadedPostgresOptions, "url">): Promise<Store>;
}

/** Describes tests with a separate PostgreSQL server. They are skipped if PostgreSQL is not installed. */
export function describePostgres(
  name: string,
  body: (tests: () => PostgresTests) => void,
  options: Parameters<typeof startPostgres>[0] = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- the caller names what it tests
  describe(name, needs("postgresql", findPostgres() !== null), () => {
    let tests: PostgresTests | undefined;
    beforeAll(async () => {
      const server = await startPostgres(options);
      const databases = await openDatabases(server);
      const open = async (kind: DatabaseKind, openUrl: (url: string) => Promise<Store>): Promise<Store> => {
        const database = await databases.take(kind);
        const store = await openUrl(server.url(database));
        return {
          ...store,
          async close() {
            await store.close();
            await databases.giveBack(database, kind);
          },
        };
      };
      tests = {
        server,
        openStore: (given) => open("of the present", (url) => openPostgresStore({ ...given, url })),
        openFresh: (given) => open("without days", (url) => openPostgresStore({ ...given, url })),
        openThreaded: (given) => open("of the present", (url) => openThreadedPostgresStore({ ...given, url })),
      };
    }, 120_000);
    afterAll(() => tests?.server.stop(), 120_000);
    body(() => {
      if (tests === undefined) throw new Error("The server has not started.");
      return tests;
    });
  });
}
