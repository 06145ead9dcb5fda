import type { Creation } from "../records/creation.ts";
import type { RequestContext } from "./context.ts";

export function creationIn({ newId, now }: RequestContext): Creation {
  return { id: newId(), createdAt: now() };
}
