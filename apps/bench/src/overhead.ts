import { createServer } from "threadline";
import type { Row } from "./statistics.ts";
import { median, percentile } from "./statistics.ts";

/**
 * Measures the time that the service adds to a small query: authentication, the look-up of the parsed document,
 * execution and serialization. Runs in this process, without HTTP.
 */
export async function measureOverhead(): Promise<Row[]> {
  const apiKey = "tl_bench_key_that_only_lives_in_this_process_0";
  const server = createServer({ apiKey, logger: false });
  await server.ready;
  const body = JSON.stringify({
    query:
      "query GetUser($identifier: String) { participant(identifier: $identifier) { id identifier metadata createdAt } }",
    variables: { identifier: "nobody" },
  });
  const request = async (): Promise<void> => {
    const response = await server.fetch(
      new Request("http://threadline.bench/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": apiKey },
        body,
      }),
    );
    const answer = (await response.json()) as { data?: { participant: unknown } }; // a GraphQL response
    if (answer.data?.participant !== null) throw new Error(`unexpected answer: ${JSON.stringify(answer)}`);
  };
  for (let index = 0; index < 2_000; index += 1) await request();
  const samples: number[] = [];
  for (let index = 0; index < 5_000; index += 1) {
    const startedAt = performance.now();
    await request();
    samples.push(performance.now() - startedAt);
  }
  await server.close();
  const middle = median(samples);
  return [
    {
      what: "small query in this process, including Request and Response",
      measured: `${middle.toFixed(2)} ms (p99 ${percentile(samples, 0.99).toFixed(2)} ms)`,
      target: "<= 1 ms",
      met: middle <= 1,
    },
  ];
}
