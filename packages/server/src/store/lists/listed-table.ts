import { filterFields, type ListedResource, orderColumns } from "../filter-fields.ts";
import { toSnakeCase } from "../schema/snake-case.ts";

/** Expression of a field's value: a scalar, or a JSON text when `json` is set. */
export interface ListField {
  readonly value: string;
  readonly json?: true | undefined;
}

/** The table of a list, whose rows are called `r` in every expression. */
export interface ListedTable<Field extends ListField> {
  readonly resource: ListedResource;
  readonly table: string;
  /** Expressions of filter fields that are not the column of the same name. */
  readonly fields?: { readonly [field: string]: Field } | undefined;
  /** Orders that are not the column of that name, as expressions. */
  readonly orders?: { readonly [column: string]: string } | undefined;
}

/** Returns the expression of a filter field. */
export function fieldOf<Field extends ListField>({ resource, fields }: ListedTable<Field>, name: string): Field {
  const all = filterFields[resource];
  const field = Object.hasOwn(all, name) ? all[name] : undefined;
  if (field === undefined) throw new Error(`${resource} have no field ${name}.`);
  if (fields !== undefined && Object.hasOwn(fields, name)) return fields[name] as Field; // it has it
  const column: ListField = { value: `r.${toSnakeCase(name)}`, ...(field.type === "json" && { json: true }) };
  return column as Field; // what else a field may have is optional
}

/** The expression of an order. */
export function orderValueOf({ resource, orders }: Omit<ListedTable<ListField>, "fields">, column: string): string {
  if (!orderColumns[resource].includes(column)) throw new Error(`${resource} have no order ${column}.`);
  return orders?.[column] ?? `r.${toSnakeCase(column)}`;
}
