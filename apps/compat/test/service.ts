import { createServer, listen } from "threadline";
import { testDatabases } from "../../../packages/server/test/postgres/test-databases.ts";

/** The real service on a port of its own. It records the GraphQL documents that it receives. */
export interface Service {
  readonly url: string;
  readonly apiKey: string;
  readonly documents: ReadonlySet<string>;
  close(): Promise<void>;
}

const newDatabase = testDatabases();

export async function startService(): Promise<Service> {
  const apiKey = "key-of-the-compatibility-tests";
  const documents = new Set<string>();
  const server = createServer({ apiKey, databaseUrl: await newDatabase() });
  const listener = await listen(
    {
      async fetch(request) {
        if (!request.url.endsWith("/api/graphql")) return server.fetch(request);
        const { method, headers } = request;
        const body = await request.text();
        documents.add(JSON.parse(body).query);
        return server.fetch(request.url, { method, headers, body });
      },
    },
    { port: 0 },
  );
  return {
    url: listener.url,
    apiKey,
    documents,
    async close() {
      await listener.close();
      await server.close();
    },
  };
}
