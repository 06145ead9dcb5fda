import { recordLimits } from "../records/limits.ts";
import { readPageSize } from "../records/page-size.ts";
import { readText } from "../records/text.ts";
import type { QueryResolvers } from "./resolver-types.ts";

/** Returns the text to search for; undefined if it is absent or empty. */
function readSearched(field: string, text: string | null | undefined): string | undefined {
  return readText(field, text, recordLimits.nameLength)?.trim() || undefined;
}

export const auditQueries: QueryResolvers = {
  auditEvents(_parent, { first, before, actor, actions, target, from, until }, { store, project }) {
    const size = readPageSize(first, { initial: recordLimits.defaultPageSize, most: recordLimits.pageSize });
    const filter = {
      actor: readSearched("actor", actor),
      actions: actions ?? undefined,
      target: readSearched("target", target),
      from: from ?? undefined,
      until: until ?? undefined,
    };
    return store.audit.list(project.id, { first: size, before: before ?? undefined, filter });
  },
};
