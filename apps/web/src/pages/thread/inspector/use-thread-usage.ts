import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { threadUsage, type ThreadUsageQuery } from "../../../generated/thread-usage.ts";
import type { ThreadHeadQuery } from "../../../generated/thread.ts";
import { shareHeaders } from "../shared/share-headers.ts";
import { useThreadPage } from "../thread-context.ts";

/** The tokens and the cost of a thread by kind, read anew when its totals change. */
export function useThreadUsage(
  thread: ThreadHeadQuery["threadDetail"],
): NonNullable<ThreadUsageQuery["threadDetail"]> | null {
  const { projectId, shareToken } = useThreadPage();
  const id = thread?.id ?? "";
  const { data } = useQuery({
    queryKey: [projectId, "usage", shareToken, id, thread?.tokenCount, thread?.cost],
    queryFn: ({ signal }) =>
      request({
        projectId: shareToken === null ? projectId : null,
        headers: shareToken === null ? {} : shareHeaders(shareToken),
        operation: threadUsage,
        variables: { id },
        signal,
      }),
    enabled: thread !== null && thread !== undefined,
    placeholderData: keepPreviousData,
  });
  return data?.threadDetail ?? null;
}
