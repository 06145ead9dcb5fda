import type { Creation } from "../records/creation.ts";
import type { RequestContext } from "./context.ts";

/** Id and time of a record that this request creates. */
export function creationIn({ newId, now }: RequestContext): Creation {
  return { id: newId(), createdAt: now() };
}
