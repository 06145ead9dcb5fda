import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import { readRecords, type ReadStep } from "../otlp/read-records.ts";
import { post, readRequests } from "../otlp/recordings.ts";
import { splitRequest } from "../otlp/split-request.ts";
import { describePostgres } from "./describe-postgres.ts";

const apiKey = "a-key-for-tests";

async function readSteps(server: ThreadlineServer): Promise<ReadStep[]> {
  const { steps } = await readRecords(server, apiKey);
  return steps.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

describePostgres("OTLP on one PostgreSQL database", (tests) => {
  test.each(["openinference-langchain-python", "ai-sdk-v7", "mastra-otel", "otel-openai-v2-events"])(
    "requests of %s at several servers at once end as one after another on the embedded store",
    async (emitter) => {
      const embedded = createServer({ apiKey });
      onTestFinished(() => embedded.close());
      const requests = readRequests(emitter).filter(({ signal }) => signal !== "metrics");
      const pieces = requests.flatMap((request) => splitRequest(request, 6));
      for (const piece of pieces) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        expect((await post(embedded, apiKey, piece)).status).toBe(200);
      }
      const databaseUrl = await tests().server.createDatabase(`otlp_${emitter.replaceAll(/\W/gu, "_")}`, "migrated");
      const replicas = Array.from({ length: 3 }, () => createServer({ databaseUrl, apiKey }));
      onTestFinished(async () => {
        await Promise.all(replicas.map((replica) => replica.close()));
      });
      const statuses = await Promise.all(
        pieces.map(async (piece, index) => {
          const replica = replicas[index % replicas.length];
          return replica && (await post(replica, apiKey, piece)).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const [replica] = replicas;
      expect(replica && (await readSteps(replica))).toEqual(await readSteps(embedded));
    },
  );
});
