import { secrets } from "./installation.ts";
import type { TableName } from "./records.ts";
import { auditEvents, projectUsage, scoreSchemas, threadShares, views } from "./settings.ts";
import type { Table, TableShape } from "./table.ts";

/** The tables that both databases have. */
const tables: { readonly [Name in TableName]: Table<Name> } = {
  audit_events: auditEvents,
  project_usage: projectUsage,
  score_schemas: scoreSchemas,
  secrets,
  thread_shares: threadShares,
  views,
};

/** The tables in the order of their creation. */
export const allTables: readonly TableShape[] = Object.values(tables);
