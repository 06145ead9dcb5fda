import { startLoad } from "./live-load.ts";
import { longThread, type SeededLog } from "./seed-log.ts";
import type { ServerProcess } from "./server-process.ts";
import { postGraphQL, startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { percentile } from "./statistics.ts";

const samples = 40;
const node = "id threadId parentId type name startTime endTime createdAt error input output metadata tags";

async function sample(server: ServerProcess, body: string, times: number): Promise<number> {
  const elapsed: number[] = [];
  for (let index = 0; index < times; index += 1) {
    elapsed.push(await postGraphQL(server.url, body));
  }
  return percentile(elapsed, 0.95);
}

function pageBody(filters: readonly unknown[], totalCount: boolean): string {
  const query = `query GetSteps($filters: [stepsInputType!]) { steps(first: 50, filters: $filters) {
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage } ${totalCount ? "totalCount" : ""} edges { cursor node { ${node} } } } }`;
  return JSON.stringify({ query, variables: { filters } });
}

const text = (value: string) => [{ field: "content", operator: "ilike", value }];

/** Measures list pages of a large log. Meanwhile, steps arrive at half the rate at which the log was filled. */
export async function measureLists({ dataDir, flags, steps, rate }: SeededLog): Promise<Row[]> {
  const rows: Row[] = [];
  const server = await startServerProcess(dataDir, flags);
  rows.push({
    what: `ready with ${steps.toLocaleString("en")} steps stored`,
    measured: `${server.readyAfterMs.toFixed(0)} ms`,
    target: "<= 1,000 ms",
    met: server.readyAfterMs <= 1_000,
  });
  const live = startLoad(server, rate / 2);
  const page = async (what: string, filters: readonly unknown[], limit: number): Promise<void> => {
    const bare = await sample(server, pageBody(filters, false), samples);
    const counted = await sample(server, pageBody(filters, true), samples);
    console.error(`  page of 50 ${what}`);
    rows.push({
      what: `page of 50 ${what}, p95`,
      measured: `${counted.toFixed(1)} ms (without totalCount ${bare.toFixed(1)} ms)`,
      target: `<= ${limit} ms`,
      met: counted <= limit,
    });
  };
  await page("plain", [], 25);
  await page("of one type", [{ field: "type", operator: "eq", value: "tool" }], 25);
  await page("with a common tag", [{ field: "tags", operator: "in", value: ["team-3"] }], 25);
  await page("with a rare tag", [{ field: "tags", operator: "in", value: ["escalated"] }], 25);
  await page("of one name", [{ field: "name", operator: "eq", value: "tool 5" }], 25);
  await page("metadata path, common value", path("eq", "region", "eu-west"), 300);
  await page("metadata path, 1 in 100", path("eq", "plan", "enterprise"), 300);
  await page("metadata path, one match", path("eq", "requestId", `seed-request-${Math.floor(steps / 3)}`), 300);
  await page("metadata path, nested", path("eq", "customer.id", "customer-17"), 300);
  await page("metadata path, no match", path("eq", "release", "9.9.9"), 300);
  await page(
    "metadata path, substring, one match",
    path("ilike", "requestId", `seed-request-${Math.floor(steps / 3)}`),
    300,
  );
  await page("metadata path, unequal", path("neq", "plan", "free"), 300);
  await page("metadata path that no step has", path("eq", "unknown.path", "x"), 300);
  await page("text, one match", text(`order A-${Math.floor(steps / 3)}`), 100);
  await page("text, part of a rare word", text("1x7q"), 100);
  await page("text that occurs nowhere", text("zzyzx road"), 100);
  await page("text that every step has", text("refund arrives"), 100);
  const detail = JSON.stringify({
    query: `query GetThread($id: String!) { threadDetail(id: $id) { id name metadata tags createdAt steps { ${node}
        scores { id type name value comment } attachments { id stepId metadata mime name objectKey url }
        generation { type provider model messages messageCompletion tokenCount } } } }`,
    variables: { id: longThread },
  });
  const thread = await sample(server, detail, samples);
  rows.push({
    what: "thread of 200 steps, p95",
    measured: `${thread.toFixed(1)} ms`,
    target: "<= 15 ms",
    met: thread <= 15,
  });
  const written = await live.stop();
  rows.push({
    what: "written during the reads",
    measured: `${written.toLocaleString("en")} steps, aiming at ${(rate / 2).toFixed(0)} steps/s`,
    target: "(load)",
    met: true,
  });
  await server.stop();
  return rows;
}

function path(operator: string, key: string, value: unknown): unknown[] {
  return [{ field: "metadata", operator, value, path: key }];
}
