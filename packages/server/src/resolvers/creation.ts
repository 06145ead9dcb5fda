import type { Creation } from "../records/creation.ts";
import type { RequestContext } from "./context.ts";

/** Returns the id and time for a record that this request creates. */
export function creationIn({ newId, now }: RequestContext): Creation {
  return { id: newId(), createdAt: now() };
}
