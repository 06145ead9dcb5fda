import type { Lister } from "../list.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import type { RecordTable } from "../session/record-table.ts";
import type { ListedTable, ListField } from "./listed-table.ts";

/** The list of one resource. */
export interface ListSource<Name extends RecordTableName> extends Omit<ListedTable<ListField>, "table"> {
  readonly records: RecordTable<Name>;
  /** Fields whose values an index finds; the embedded store has no planner that would know. */
  readonly indexed?: readonly string[] | undefined;
  /** Fields whose ranges an index finds. */
  readonly ranged?: readonly string[] | undefined;
}

/** Creates lists in either database. */
export type Lists = <Name extends RecordTableName>(source: ListSource<Name>) => Lister<RecordOf<Name>>;
