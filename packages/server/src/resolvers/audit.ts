import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import type { QueryResolvers } from "./resolver-types.ts";

export const auditQueries: QueryResolvers = {
  auditEvents(_parent, { first, before }, { store, project }) {
    if (first != null && first < 1) throw badInput("first", "must be at least 1", 1);
    const size = Math.min(first ?? recordLimits.defaultPageSize, recordLimits.pageSize);
    return store.audit.list(project.id, { first: size, before: before ?? undefined });
  },
};
