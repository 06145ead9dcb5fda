import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { threadUsage, type ThreadUsageQuery } from "../../../generated/thread-usage.ts";
import type { ThreadHeadQuery } from "../../../generated/thread.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { shareHeaders } from "../shared/share-headers.ts";
import { useThreadPage } from "../thread-context.ts";

/** Reads the tokens and the cost of a thread by token type. Reloads them when the thread's totals change. */
export function useThreadUsage(
  thread: NonNullable<ThreadHeadQuery["threadDetail"]>,
): NonNullable<ThreadUsageQuery["threadDetail"]> | null {
  const { projectId, shareToken } = useThreadPage();
  const { id, tokenCount, cost } = thread;
  // Reading the usage of a long thread is slow, so this waits until the totals are stable.
  const totals = useDebounced(`${tokenCount} ${cost}`, 1_000);
  const { data } = useQuery({
    queryKey: [projectId, "usage", shareToken, id, totals],
    queryFn: ({ signal }) =>
      request({
        projectId: shareToken === null ? projectId : null,
        headers: shareToken === null ? {} : shareHeaders(shareToken),
        operation: threadUsage,
        variables: { id },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return data?.threadDetail ?? null;
}
