import { onTestFinished } from "vitest";
import { createServer } from "../../src/create-server.ts";
import type { ServerOptions, ThreadlineServer } from "../../src/create-server.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";

/** A service, and the store beneath it. */
export interface Target {
  readonly server: ThreadlineServer;
  readonly store: Store;
}

/** Opens a service over an empty store; whoever opens it closes the server. */
export type OpenServer = (options?: ServerOptions) => Promise<Target>;

/** Every store that hostile input is thrown at. */
export const trustStores: readonly { readonly name: string; readonly open: OpenServer }[] = [
  { name: "the embedded store", open: openWith(() => openSqliteStore({ path: ":memory:" })) },
];

/** A service that ends with the test. */
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
