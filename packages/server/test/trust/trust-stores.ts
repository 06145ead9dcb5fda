import { describe, onTestFinished } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { byInputs } from "../test-inputs.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";

export interface Target {
  readonly server: ThreadlineServer;
  readonly store: Store;
}

/** Opens a service with an empty store. The caller closes it. */
export type OpenServer = (options?: ServerOptions) => Promise<Target>;

/** A store that is tested with hostile input. */
export interface TrustStore {
  readonly open: OpenServer;
  /** Creates an empty database and resolves to its URL; undefined for the embedded store. */
  readonly createDatabase: () => Promise<string | undefined>;
  /** Share of a fuzzer's inputs for this store. It is lower if requests use a network. */
  readonly share: number;
}

export const embedded: TrustStore = {
  open: openWith(() => openSqliteStore({ path: ":memory:" })),
  createDatabase: async () => undefined,
  share: 1,
};

/** Describes tests that run on every store. PostgreSQL is skipped if it is not installed. */
export function describeStores(body: (store: TrustStore) => void): void {
  describeEmbedded(body);
  describeOnPostgres(body);
}

function describeOnPostgres(body: (store: TrustStore) => void): void {
  describePostgres("on PostgreSQL", (tests) => {
    let count = 0;
    body({
      open: openWith(() => tests().openStore()),
      createDatabase: () => tests().server.createDatabase(`empty_${(count += 1)}`, "migrated"),
      share: 1 / 20,
    });
  });
}

/** Describes sampled tests. With few inputs, only the embedded store is tested. */
export const describeSampledStores: typeof describeStores = byInputs({
  few: describeEmbedded,
  many: describeStores,
  all: describeStores,
});

/**
 * Describes tests that are the same for any number of inputs. The quick suite runs them on the embedded store, the long
 * suite on PostgreSQL, and other runs on both.
 */
export const describeStoresInTurn: typeof describeStores = byInputs({
  few: describeEmbedded,
  some: describeOnPostgres,
  many: describeStores,
  all: describeStores,
});

function describeEmbedded(body: (store: TrustStore) => void): void {
  describe("on the embedded store", () => {
    body(embedded);
  });
}

/** Opens a service that closes with the test. */
export async function openForTest(open: OpenServer, options?: ServerOptions): Promise<Target> {
  const target = await open(options);
  onTestFinished(() => target.server.close());
  return target;
}

function openWith(openStore: () => Promise<Store>): OpenServer {
  return async (options) => {
    const store = await openStore();
    const server = createServer({ store, ...options });
    await server.ready;
    return { server, store };
  };
}
