import { request } from "../../../api/request.ts";
import {
  adjacentThreads,
  type AdjacentThreadsQuery,
  type AdjacentThreadsQueryVariables,
} from "../../../generated/adjacent-threads.ts";

/**
 * Number of threads to read at first. The result starts with the threads that have the same creation time, including
 * the given one. There are usually so few of them that the first five threads include the neighbor.
 */
const firstSize = 5;
const laterSize = 100;
const maxPages = 20;

/** Returns the next newer or older thread by creation time; null if there is none. */
export async function findAdjacentThread(options: {
  readonly projectId: string;
  readonly thread: { readonly id: string; readonly createdAt: string };
  readonly way: "newer" | "older";
  readonly signal?: AbortSignal | undefined;
}): Promise<string | null> {
  const { projectId, thread, way, signal } = options;
  const isNewer = way === "newer";
  let after: string | null = null;
  let hasPassed = false;
  for (let page = 0; page < maxPages; page += 1) {
    const variables: AdjacentThreadsQueryVariables = {
      filters: [{ field: "createdAt", operator: isNewer ? "gte" : "lte", value: thread.createdAt }],
      direction: isNewer ? "ASC" : "DESC",
      first: page === 0 ? firstSize : laterSize,
      after,
    };
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the previous one
    const { threads }: AdjacentThreadsQuery = await request({
      projectId,
      operation: adjacentThreads,
      variables,
      signal,
    });
    const ids = threads.edges.map(({ node }) => node.id);
    const at = ids.indexOf(thread.id);
    const next = ids[hasPassed ? 0 : at + 1];
    hasPassed ||= at !== -1;
    if (hasPassed && next !== undefined) return next;
    if (!threads.pageInfo.hasNextPage) return null;
    after = threads.pageInfo.endCursor;
  }
  return null;
}
