import { type ListParts, RecordList } from "./record-list.ts";
import type { Lists } from "../lists.ts";

export function postgresLists(parts: ListParts): Lists {
  return ({ resource, records, rows, fields, orders }) => {
    const list = new RecordList(parts, {
      resource,
      table: rows ?? records.table.name,
      fields,
      orders,
      load: (session, project, keys) => records.byKeys(session, project, keys),
    });
    return { list: (...values) => list.list(...values), count: (...values) => list.count(...values) };
  };
}
