import type { Operation } from "../operation.ts";
import { combineCalls } from "./combine-calls.ts";
import { request } from "./request.ts";

/** Maximum number of calls in one document. The service allows up to 30 aliases. */
export const callsAtOnce = 25;

export async function requestEach<Result, Variables extends object>({
  projectId,
  operation,
  calls,
  signal,
}: {
  readonly projectId: string | null;
  readonly operation: Operation<Result, Variables>;
  readonly calls: readonly Variables[];
  readonly signal?: AbortSignal | undefined;
}): Promise<Result[]> {
  if (calls.length === 0) return [];
  const { text, field, variables } = combineCalls(operation.text, calls);
  const combined: Operation<Record<string, unknown>, object> = { text };
  const results = await request({ projectId, operation: combined, variables, signal });
  // An operation has only one root field, `field`, so `Result` is an object with this field. Each alias of the combined
  // document has a value of this field.
  return calls.map((_call, index) => ({ [field]: results[`r${index}`] }) as Result);
}
