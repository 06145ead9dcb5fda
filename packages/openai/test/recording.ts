import { type Step, type StepsFilter, Threadline } from "@threadline/core";
import { createServer, type ThreadlineServer } from "threadline";

/** A service in this process, and a client of the service. */
export interface Recording {
  client: Threadline;
  /** The `fetch` of the service, for further clients. */
  fetch: ThreadlineServer["fetch"];
  check: () => void;
  /** Sends pending records. Resolves to the children of a step, in order. */
  below: (stepId: string) => Promise<Step[]>;
  tagged: (tag: string) => Promise<Step[]>;
  close: () => Promise<void>;
}

/**
 * Sorts the steps of one tree by their start times in microseconds, which only the outline of the tree has. A list
 * sorts steps that start in the same millisecond by arrival, which may be another order.
 */
export async function sortByStart(fetch: ThreadlineServer["fetch"], steps: Step[]): Promise<Step[]> {
  const response = await fetch("http://service.test/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "key-of-the-test" },
    body: JSON.stringify({
      query: "query ($id: String!) { stepOutline(id: $id) }",
      variables: { id: steps[0]?.id ?? "" },
    }),
  });
  const { data } = (await response.json()) as { data: { stepOutline: { id: string[] } | null } };
  const order = data.stepOutline?.id ?? [];
  return steps.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

export function startRecording(): Recording {
  const errors: unknown[] = [];
  const server = createServer({ apiKey: "key-of-the-test" });
  const client = new Threadline({
    apiKey: "key-of-the-test",
    fetch: server.fetch,
    onError: (error) => errors.push(error),
  });
  const find = async (...filters: StepsFilter[]): Promise<Step[]> => {
    await client.flush();
    const { data } = await client.api.getSteps({
      first: 50,
      filters,
      orderBy: { column: "createdAt", direction: "ASC" },
    });
    return data;
  };
  return {
    client,
    fetch: server.fetch,
    check: () => {
      const [first] = errors.splice(0);
      if (first !== undefined) throw new Error("recording ran into trouble", { cause: first });
    },
    below: async (stepId) =>
      sortByStart(server.fetch, await find({ field: "parentId", operator: "eq", value: stepId })),
    tagged: (tag) => find({ field: "tags", operator: "in", value: [tag] }),
    close: () => server.close(),
  };
}
