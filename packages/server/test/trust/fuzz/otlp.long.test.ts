import { fromBinary } from "@bufbuild/protobuf";
import { assert, asyncProperty } from "fast-check";
import { expect, test } from "vitest";
import {
  ExportLogsServiceResponseSchema,
  ExportMetricsServiceResponseSchema,
  ExportTraceServiceResponseSchema,
  RpcStatusSchema,
} from "../../../src/otlp/wire/generated/otlp_pb.ts";
import { byInputs, fuzzSeed } from "../../test-inputs.ts";
import { describeSampledStores } from "../trust-stores.ts";
import { bombs, otlpFamilies, type OtlpBody } from "./arbitrary-otlp.ts";
import { startFuzzProcess } from "./fuzz-process.ts";
import { fuzzKey, type FuzzTarget } from "./fuzz-target.ts";

/** Maximum memory of the service's process, including its embedded store, in bytes. */
const maxMemory = 2 ** 30;

const responses = {
  traces: ExportTraceServiceResponseSchema,
  logs: ExportLogsServiceResponseSchema,
  metrics: ExportMetricsServiceResponseSchema,
} as const;

/** Sends a body. Throws unless the response follows the protocol's rules for acceptance and rejection. */
async function send(target: FuzzTarget, { signal, type, encoding, body }: OtlpBody): Promise<number> {
  const headers = { "content-type": type, "x-api-key": fuzzKey, ...(encoding && { "content-encoding": encoding }) };
  const response = await target.send(`/v1/${signal}`, { method: "POST", headers, body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get("content-type")).toContain(type);
  expect([200, 400, 413]).toContain(response.status);
  const isJson = type === "application/json";
  if (isJson) JSON.parse(new TextDecoder().decode(bytes));
  else if (response.ok) fromBinary(responses[signal], bytes);
  const message = isJson || response.ok ? "body:" : fromBinary(RpcStatusSchema, bytes).message;
  expect(message).toMatch(/^(body|content-encoding):/u);
  return response.status;
}

async function readAll(target: FuzzTarget): Promise<number> {
  const query = `query ($after: ID) { steps(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } edges { node { id input output metadata generation { messages settings } } } } }`;
  let count = 0;
  for (let after: string | null = null; ;) {
    const { data } = JSON.parse(await target.graphql(query, { after })) as {
      readonly data: {
        readonly steps: {
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
          readonly edges: readonly { readonly node: { readonly id: string } }[];
        };
      };
    };
    for (const { node } of data.steps.edges) expect(node.id).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/u);
    count += data.steps.edges.length;
    if (!data.steps.pageInfo.hasNextPage) return count;
    after = data.steps.pageInfo.endCursor;
  }
}

function noteMemory(what: string, peak: number): void {
  process.stderr.write(`${what}: the service had at most ${Math.round(peak / 2 ** 20)} MiB of memory\n`);
  expect(peak).toBeLessThan(maxMemory);
}

describeSampledStores(({ createDatabase, share }) => {
  test.each(otlpFamilies)("%s cause no internal error", { timeout: 3_600_000 }, async (name, part, bodies) => {
    const numRuns = Math.ceil(
      part * byInputs({ few: 100 * share, some: 2_000 * share, many: 20_000 * share, all: 100_000 }),
    );
    process.stderr.write(`${name}: ${numRuns} bodies from THREADLINE_FUZZ_SEED=${fuzzSeed}\n`);
    const target = await startFuzzProcess({ databaseUrl: await createDatabase() });
    const statuses = new Map<number, number>();
    await assert(
      asyncProperty(bodies, async (sent) => {
        const status = await send(target, sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { numRuns, seed: fuzzSeed },
    );
    await target.checkAlive();
    const stored = await readAll(target);
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(numRuns);
    process.stderr.write(`${name}: statuses ${JSON.stringify([...statuses])}, ${stored} steps\n`);
    noteMemory(name, await target.peakMemory());
  });

  test("a body that decompresses beyond the limit is rejected before it is all in memory", async () => {
    const databaseUrl = await createDatabase();
    const target = await startFuzzProcess({ databaseUrl, limits: { maxBodyBytes: 2 ** 20 } });
    for (const bomb of bombs(2 ** 24)) {
      expect(bomb.body.length).toBeLessThan(2 ** 20);
      expect(await send(target, bomb)).toBe(413);
    }
    await target.checkAlive();
    noteMemory("bombs", await target.peakMemory());
  });
});
