import { useState } from "react";
import { type Column, emptyColumn, isBlank, maxColumns, type PlaygroundState } from "./column/column.ts";

/** Keeps the content of a playground, and returns functions that change it. */
export function usePlayground(initial: PlaygroundState) {
  const [state, setState] = useState(() => ({ ...initial, nextKey: keyAfter(initial.columns) }));
  const { columns: current, values: texts } = state;
  /** `update` also gets a key that no column has or had, because the runs of removed columns are kept. */
  const setColumns = (update: (columns: readonly Column[], nextKey: number) => readonly Column[]): void =>
    setState(({ columns, nextKey, ...rest }) => {
      const updated = update(columns, nextKey);
      return { ...rest, columns: updated, nextKey: Math.max(nextKey, keyAfter(updated)) };
    });
  return {
    columns: current,
    values: texts,
    canAdd: current.length < maxColumns,
    open: ({ columns, values }: PlaygroundState) =>
      setState(({ nextKey }) => ({ columns, values, nextKey: Math.max(nextKey, keyAfter(columns)) })),
    setValues: (values: PlaygroundState["values"]) =>
      setState((before) => ({ ...before, values: { ...before.values, ...values } })),
    change: (key: number, part: Partial<Column>) =>
      setColumns((columns) => columns.map((column) => (column.key === key ? { ...column, ...part } : column))),
    duplicate: (key: number) =>
      setColumns((columns, nextKey) => {
        const index = columns.findIndex((column) => column.key === key);
        const copy = { ...(columns[index] ?? emptyColumn()), key: nextKey };
        return columns.length < maxColumns ? columns.toSpliced(index + 1, 0, copy) : columns;
      }),
    /** Adds a copy of the last column, with the connection and the model of the first. */
    add: () =>
      setColumns((columns, nextKey) => {
        const [first, last] = [columns[0] ?? emptyColumn(), columns.at(-1) ?? emptyColumn()];
        const { connectionId, model } = first;
        return columns.length < maxColumns ? [...columns, { ...last, connectionId, model, key: nextKey }] : columns;
      }),
    /** Adds a column. Replaces the only column if it is blank. */
    append: (column: Column) =>
      setColumns((columns, nextKey) => {
        const [only] = columns;
        const added = { ...column, key: nextKey };
        if (columns.length === 1 && only && isBlank(only)) return [added];
        return columns.length < maxColumns ? [...columns, added] : columns;
      }),
    replace: (key: number, column: Column) =>
      setColumns((columns, nextKey) =>
        columns.map((other) => (other.key === key ? { ...column, key: nextKey } : other)),
      ),
    remove: (key: number) =>
      setColumns((columns) => (columns.length > 1 ? columns.filter((column) => column.key !== key) : columns)),
  };
}

function keyAfter(columns: readonly Column[]): number {
  return Math.max(...columns.map(({ key }) => key)) + 1;
}
