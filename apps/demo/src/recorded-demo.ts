import type { Threadline } from "@threadline/core";
import { customerRequests } from "./customer-requests.ts";

export interface RecordedDemo {
  /** Whether the project has any threads, including those of other applications. */
  hasThreads: boolean;
  /** Id of the newest thread with the demo's first conversation; null if the demo is not recorded. */
  threadId: string | null;
}

/** Looks for records of an earlier run of the demo in the project. */
export async function recordedDemo(client: Threadline): Promise<RecordedDemo> {
  const value = customerRequests[0]?.subject ?? "";
  const { data } = await client.api.getThreads({ first: 1, filters: [{ field: "name", operator: "eq", value }] });
  const { totalCount } = await client.api.getThreads({ first: 1 });
  return { hasThreads: totalCount > 0, threadId: data[0]?.id ?? null };
}
