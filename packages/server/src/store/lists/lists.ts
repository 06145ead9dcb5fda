import type { Lister } from "../list.ts";
import type { RecordOf, RecordTableName } from "../schema/records.ts";
import type { RecordTable } from "../session/record-table.ts";
import { filterFields, type ListedResource, orderColumns } from "../filter-fields.ts";
import { toSnakeCase } from "../schema/snake-case.ts";

export interface ListSource<Name extends RecordTableName> extends Omit<ListedTable<ListField>, "steps" | "table"> {
  readonly records: RecordTable<Name>;
  /** FROM item with some rows of the table, as a subquery. Default: all rows. Only for lists without filters. */
  readonly rows?: string | undefined;
  /** Fields with an index for equality. SQLite lists look up a filter in an index only if its field is listed here. */
  readonly indexed?: readonly string[] | undefined;
  /** Fields with an index for ranges. SQLite lists use the index only if the field is listed here. */
  readonly ranged?: readonly string[] | undefined;
}

export type Lists = <Name extends RecordTableName>(source: ListSource<Name>) => Lister<RecordOf<Name>>;

/** SQL expression for the value of a field. With `json`, it is a JSON text; with `holdsJson`, it contains one. */
export interface ListField {
  readonly value: string;
  readonly json?: true | undefined;
  readonly holdsJson?: true | undefined;
}

/** Table of a list, whose rows are named `r` in every expression. */
export interface ListedTable<Field extends ListField> {
  readonly resource: ListedResource;
  readonly table: string;
  /** SQL expressions for filter fields that have no column of the same name. */
  readonly fields?: { readonly [field: string]: Field } | undefined;
  readonly steps?: { readonly from: string; readonly fields: { readonly [field: string]: Field } } | undefined;
  /** SQL expressions for orders that have no column of the same name. */
  readonly orders?: { readonly [column: string]: string } | undefined;
}

export function fieldOf<Field extends ListField>({ resource, fields }: ListedTable<Field>, name: string): Field {
  const all = filterFields[resource];
  const field = Object.hasOwn(all, name) ? all[name] : undefined;
  if (field === undefined) throw new Error(`${resource} have no field ${name}.`);
  if (fields !== undefined && Object.hasOwn(fields, name)) return fields[name] as Field; // checked by `hasOwn`
  const column: ListField = { value: `r.${toSnakeCase(name)}`, ...(field.type === "json" && { json: true }) };
  return column as Field; // all other properties of a field are optional
}

export function orderValueOf({ resource, orders }: Omit<ListedTable<ListField>, "fields">, column: string): string {
  if (!orderColumns[resource].includes(column)) throw new Error(`${resource} cannot be ordered by ${column}.`);
  return orders?.[column] ?? `r.${toSnakeCase(column)}`;
}
