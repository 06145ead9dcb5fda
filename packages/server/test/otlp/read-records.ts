import type { JsonValue } from "../../src/json/json-value.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";

export interface ReadGeneration {
  readonly type: string;
  readonly promptId: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly settings: JsonValue;
  readonly metadata: JsonValue;
  readonly tools: JsonValue;
  readonly messages: JsonValue;
  readonly messageCompletion: JsonValue;
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  readonly tokenCountEstimated: boolean;
  readonly ttFirstToken: number | null;
}

export interface ReadStep {
  readonly id: string;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly error: string | null;
  readonly startTime: string | null;
  readonly tags: readonly string[] | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly metadata: ({ readonly otel?: { readonly userId?: string } } & { readonly [key: string]: unknown }) | null;
  readonly generation: ReadGeneration | null;
}

export interface ReadThread {
  readonly id: string;
  readonly name: string | null;
  readonly tags: readonly string[] | null;
  readonly participant: { readonly identifier: string } | null;
  readonly tokenCount: number | null;
}

const query = `query ($after: ID) {
  steps(first: 100, after: $after, orderBy: { column: createdAt, direction: ASC }) {
    pageInfo { hasNextPage endCursor }
    edges { node {
      id threadId parentId rootRunId type name error tags input output metadata startTime endTime environment
      generation {
        type promptId provider model settings metadata tools messages messageCompletion prompt inputTokenCount outputTokenCount
        tokenCountEstimated ttFirstToken duration error
      }
    } }
  }
  threads(first: 100) { edges { node { id name tags tokenCount participant { identifier } } } }
}`;

/** Reads all steps and threads of the project of a key, over GraphQL. */
export async function readRecords(
  server: ThreadlineServer,
  apiKey: string,
): Promise<{ steps: ReadStep[]; threads: ReadThread[] }> {
  const steps: ReadStep[] = [];
  let after: string | null = null;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page follows the one before it
    const response = await server.fetch("http://threadline.test/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ query, variables: { after } }),
    });
    // oxlint-disable-next-line no-await-in-loop -- sequential
    const { data, errors } = (await response.json()) as {
      readonly errors?: readonly { readonly message: string }[];
      readonly data: {
        readonly steps: {
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
          readonly edges: readonly { readonly node: ReadStep }[];
        };
        readonly threads: { readonly edges: readonly { readonly node: ReadThread }[] };
      };
    };
    if (errors) throw new Error(errors[0]?.message);
    steps.push(...data.steps.edges.map(({ node }) => node));
    if (!data.steps.pageInfo.hasNextPage) return { steps, threads: data.threads.edges.map(({ node }) => node) };
    after = data.steps.pageInfo.endCursor;
  }
}
