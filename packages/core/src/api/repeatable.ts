import type { Document } from "../documents/document.ts";
import type { Maybe } from "../types/json.ts";

/** Marks the document as safe to retry if all records have ids. The service stores only one record per id. */
export function repeatable<Data, Variables>(
  document: Document<Data, Variables>,
  records: readonly { readonly id?: Maybe<string> }[],
): Document<Data, Variables> {
  return records.every(({ id }) => id !== null && id !== undefined) ? { ...document, isRepeatable: true } : document;
}
