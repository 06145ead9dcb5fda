import type { Database } from "../../postgres/database.ts";
import type { ProjectKeys } from "../../postgres/project-keys.ts";
import { RecordList } from "./record-list.ts";
import type { Lists } from "../lists.ts";

/** Lists of the PostgreSQL store. */
export function postgresLists(database: Database, projects: ProjectKeys, now: () => number): Lists {
  return ({ resource, records, fields, orders }) => {
    const list = new RecordList(database, projects, now, {
      resource,
      table: records.table.name,
      fields,
      orders,
      load: (session, project, keys) => records.byKeys(session, project, keys),
    });
    return { list: (...values) => list.list(...values), count: (...values) => list.count(...values) };
  };
}
