import type { Document } from "../documents/document.ts";
import type { Maybe } from "../types/json.ts";

/**
 * Returns a document that creates records. If all records have ids, a failed request may be repeated, because the
 * service stores only one record for an id.
 */
export function repeatable<Data, Variables>(
  document: Document<Data, Variables>,
  records: readonly { readonly id?: Maybe<string> }[],
): Document<Data, Variables> {
  return records.every(({ id }) => id !== null && id !== undefined) ? { ...document, isRepeatable: true } : document;
}
