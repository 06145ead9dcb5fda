import type { ListedResource } from "../filter-fields.ts";
import type { Lister } from "../list.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import type { TableShape } from "../schema/table.ts";
import type { RecordTable } from "../session/record-table.ts";

/** How a filter field reads its value: a scalar expression, or a JSON text when `json` is set. */
export interface ListField {
  readonly value: string;
  readonly json?: true | undefined;
}

/** The list of one resource, whose rows are called `r` in every expression. */
export interface ListSource<Name extends RecordTableName> {
  readonly resource: ListedResource;
  readonly records: RecordTable<Name>;
  /** Fields that are not a column of that name. */
  readonly fields?: { readonly [field: string]: ListField } | undefined;
  /** Orders that are not a column of that name, as an expression. */
  readonly orders?: { readonly [column: string]: string } | undefined;
  /** Fields whose values an index finds; the embedded store has no planner that would know. */
  readonly indexed?: readonly string[] | undefined;
  /** Fields whose ranges an index finds. */
  readonly ranged?: readonly string[] | undefined;
}

/** Creates lists in either database. */
export type Lists = <Name extends RecordTableName>(source: ListSource<Name>) => Lister<RecordOf<Name>>;

/** Each column of the table as a field of its list. */
export function fieldsOf({ columns }: TableShape): { [field: string]: ListField } {
  return Object.fromEntries(
    columns.map(({ field, name, kind }) => [field, { value: `r.${name}`, ...(kind === "json" && { json: true }) }]),
  );
}
