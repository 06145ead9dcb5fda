import type { Position } from "./cursor.ts";
import { always, type Fragment } from "../session/fragment.ts";

export interface Bounds {
  readonly after: Position | undefined;
  readonly before: Position | undefined;
}

/** The matching records of a project in the order of a list. */
export interface Walk {
  /**
   * Returns the first `limit` matches between the bounds: from the start of the list if `forward`, otherwise from its
   * end.
   */
  take(forward: boolean, bounds: Bounds, limit: number): Promise<Position[]>;
  includes(position: Position): Promise<boolean>;
}

export interface WalkOrder {
  readonly order: string;
  readonly direction: "ASC" | "DESC";
  readonly nullable: boolean;
}

/** SQL direction of a scan from the start of a list if `forward`, otherwise from its end. */
export function directionOf({ direction }: Pick<WalkOrder, "direction">, forward: boolean): "ASC" | "DESC" {
  return forward === (direction === "ASC") ? "ASC" : "DESC";
}

/**
 * Returns the phases of a scan in reading order. The phase `false` reads the records that have a value in the ordered
 * column. The phase `true` reads the records without one, which are last in ascending and in descending lists. A phase
 * is the argument `nulls` of {@link conditionsOf}.
 */
export function phasesOf({ nullable }: WalkOrder, forward: boolean, { after, before }: Bounds): boolean[] {
  if (!nullable) return [false];
  const phases = [
    ...(after?.value === null ? [] : [false]),
    ...(before !== undefined && before.value !== null ? [] : [true]),
  ];
  return forward ? phases : phases.toReversed();
}

/**
 * Returns the conditions on the rows of one phase of a scan (see {@link phasesOf}). `key` is the SQL expression for the
 * key of a row. Rows with equal values are ordered by key, which is their order of insertion.
 */
export function conditionsOf(
  { order, direction, nullable, key }: WalkOrder & { readonly key: string },
  nulls: boolean,
  { after, before }: Bounds,
): Fragment<string | number>[] {
  const beyond = ({ value, key: at }: Position, upward: boolean): Fragment<string | number> => {
    const comparison = upward ? ">" : "<";
    if (nulls) return value === null ? { sql: `${key} ${comparison} ?`, parameters: [at] } : always;
    return value === null ? always : { sql: `(${order}, ${key}) ${comparison} (?, ?)`, parameters: [value, at] };
  };
  const ascending = direction === "ASC";
  return [
    ...(nullable ? [{ sql: `${order} IS ${nulls ? "" : "NOT "}NULL`, parameters: [] }] : []),
    ...(after === undefined ? [] : [beyond(after, ascending)]),
    ...(before === undefined ? [] : [beyond(before, !ascending)]),
  ];
}
