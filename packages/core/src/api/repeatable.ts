import type { Document } from "../documents/document.ts";
import type { Maybe } from "../types/json.ts";

/**
 * Marks a request that creates records as repeatable if every record has an id. The service stores one record per id,
 * so a retry of such a request creates no duplicates.
 */
export function repeatable<Data, Variables>(
  document: Document<Data, Variables>,
  records: readonly { readonly id?: Maybe<string> }[],
): Document<Data, Variables> {
  return records.every(({ id }) => id !== null && id !== undefined) ? { ...document, isRepeatable: true } : document;
}
