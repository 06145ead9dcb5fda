import { sessionOf } from "../../session/sqlite/sqlite-sessions.ts";
import { ColumnCandidates } from "./column-candidates.ts";
import { type ListParts, RecordList } from "./record-list.ts";
import type { Lists } from "../lists.ts";

export function sqliteLists(parts: ListParts): Lists {
  const { database } = parts;
  return ({ resource, records, rows, fields, orders, indexed = [], ranged = [] }) => {
    const { table } = records;
    const columns = new ColumnCandidates(database, table.name, "key");
    const list = new RecordList(parts, {
      resource,
      table: rows ?? table.name,
      key: "key",
      fields,
      orders,
      candidates(project, filter) {
        if (ranged.includes(filter.field)) return columns.ofRange(project, filter.field, filter);
        const isFound = indexed.includes(filter.field) && filter.operator !== "ilike";
        return isFound ? columns.ofIndexed(project, filter.field, filter) : undefined;
      },
      load: (project, keys) => records.byKeys(sessionOf(database), project, keys),
    });
    return { list: (...values) => list.list(...values), count: (...values) => list.count(...values) };
  };
}
