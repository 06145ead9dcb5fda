import { recordLimits } from "../records/limits.ts";
import { readPageSize } from "../records/page-size.ts";
import type { QueryResolvers } from "./resolver-types.ts";

export const auditQueries: QueryResolvers = {
  auditEvents(_parent, { first, before }, { store, project }) {
    const size = readPageSize(first, { initial: recordLimits.defaultPageSize, most: recordLimits.pageSize });
    return store.audit.list(project.id, { first: size, before: before ?? undefined });
  },
};
