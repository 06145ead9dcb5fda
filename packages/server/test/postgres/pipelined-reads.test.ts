import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { describePostgres } from "./describe-postgres.ts";

/** Forwards connections to a server. After COMMIT, responses are withheld until the client sends the next BEGIN. */
async function withholdCommits(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      const [commits, begins] = [text.lastIndexOf("COMMIT"), text.lastIndexOf("BEGIN")];
      if (commits > begins) server.pause();
      else if (begins !== -1) server.resume();
      server.write(bytes);
    });
    server.on("data", (bytes) => client.write(bytes));
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    server.on("error", () => {});
    client.on("error", () => {});
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port); // not a string, because the server listens on a port
  return url.href;
}

describePostgres("reads", (tests) => {
  test("start on a connection before the COMMIT of the read before is answered", async () => {
    const { server } = tests();
    const url = await server.createDatabase("pipelined", "migrated");
    await (await openWithProjects(() => openPostgresStore({ url }))).close();
    const [{ key } = { key: 0 }] = (await server.administer(
      "SELECT key::int AS key FROM projects ORDER BY key",
      "pipelined",
    )) as { readonly key: number }[];
    const database = new Database({
      url: await withholdCommits(url),
      poolSize: 1,
      statementTimeout: 30_000,
      preparedStatements: 0,
      onError: () => {},
    });
    const read = (value: number) =>
      database.read(key, (session) => session.get<{ value: number }>("SELECT ?::int AS value", value));
    expect(await Promise.all([read(1), read(2), read(3)])).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    // The response to the last COMMIT is withheld until the connection is closed.
    await database.close();
  });
});
