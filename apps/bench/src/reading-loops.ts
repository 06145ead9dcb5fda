import { postGraphQL, readGraphQL } from "./server-process.ts";

const exported = "id threadId parentId type name startTime endTime createdAt error input output metadata tags";

/**
 * Runs loops of exports, searches and dashboards until `stop` is called, which resolves to the number of requests of
 * each loop.
 */
export function readingLoops(
  url: string,
  dashboard: readonly { readonly body: string }[],
): { stop(): Promise<Map<string, number>> } {
  let isStopped = false;
  const counts = new Map<string, number>();
  async function loop(name: string, reads: () => AsyncGenerator): Promise<void> {
    counts.set(name, 0);
    while (!isStopped) {
      for await (const _ of reads()) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (isStopped) return;
      }
    }
  }
  const running = Promise.all([
    loop("pages of an export", () => exportPages(url)),
    loop("searches", () => search(url)),
    loop("charts", () => charts(url, dashboard)),
  ]);
  running.catch(() => {}); // `stop` reports the error
  return {
    async stop() {
      isStopped = true;
      await running;
      return counts;
    },
  };
}

async function* exportPages(url: string): AsyncGenerator {
  for (let after: string | null = null; ;) {
    const place: string = after === null ? "" : `, after: ${JSON.stringify(after)}`;
    const query: string = `{ steps(first: 100${place}) { pageInfo { endCursor hasNextPage } edges { node { ${exported} } } } }`;
    const { steps } = await readGraphQL<ExportPage>(url, query);
    yield steps;
    if (!steps.pageInfo.hasNextPage) return;
    after = steps.pageInfo.endCursor;
  }
}

interface ExportPage {
  readonly steps: { readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean } };
}

const searched = `query ($filters: [stepsInputType!]) { steps(first: 50, filters: $filters) { totalCount edges { node { id name } } } }`;

const content = (value: string): unknown => ({ field: "content", operator: "ilike", value });
const metadata = (operator: string, value: string): unknown => ({ field: "metadata", operator, value, path: "plan" });

async function* search(url: string): AsyncGenerator {
  const filters = [
    content("order A-77"),
    content("1x7q"),
    content("zzyzx road"),
    content("refund arrives"),
    metadata("eq", "enterprise"),
    metadata("neq", "free"),
  ];
  for (const filter of filters)
    yield await postGraphQL(url, JSON.stringify({ query: searched, variables: { filters: [filter] } }));
}

async function* charts(url: string, views: readonly { readonly body: string }[]): AsyncGenerator {
  for (const { body } of views) yield await postGraphQL(url, body);
}
