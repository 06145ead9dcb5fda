import { executeRootSelectionSet } from "graphql";
import type { ExecutionResult, ValidatedExecutionArgs } from "graphql";
import type { BatchResolver } from "./batch-resolvers.ts";
import { coerceItem } from "./batch-document.ts";
import type { BatchItem, CoercedItem } from "./batch-document.ts";
import type { RawVariables } from "./variables.ts";

/**
 * Executes all valid items of a batch in one call. An invalid or failed item is null in the response, with an error for
 * its alias.
 */
export async function executeBatch<Context>(options: {
  readonly items: readonly BatchItem[];
  readonly resolve: BatchResolver<CoercedItem, unknown, Context>;
  /** Query that serializes the results, prepared for the schema from {@link createResultSchema}. */
  readonly execution: ValidatedExecutionArgs;
  readonly raw: RawVariables;
  readonly context: Context;
  /** Converts the result of an item to the type of the field. Default: returns it unchanged. */
  readonly wrap?: ((result: unknown, item: CoercedItem) => unknown) | undefined;
}): Promise<ExecutionResult> {
  const { items, resolve, execution, raw, context, wrap = (result: unknown) => result } = options;
  const results = new Map<string, unknown>();
  const aliases: string[] = [];
  const good: CoercedItem[] = [];
  for (const item of items) {
    try {
      good.push(coerceItem(item, raw));
      aliases.push(item.alias);
    } catch (error) {
      results.set(item.alias, error);
    }
  }
  if (good.length > 0) {
    const resolved = await resolve(good, context).catch((error: unknown) => good.map(() => error));
    for (const [index, alias] of aliases.entries()) {
      const result = resolved[index];
      results.set(alias, result instanceof Error ? result : wrap(result, good[index] ?? {}));
    }
  }
  return executeRootSelectionSet({ ...execution, rootValue: results, contextValue: context });
}
