import { encodeSketch } from "../latency-sketch.ts";
import {
  type CellPlace,
  isEmptyCell,
  type LevelCell,
  mergeCell,
  type RollupCells,
  sketches,
  sums,
  toCell,
} from "../rollup-cells.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Session } from "../../session/postgres/session.ts";

const maxRows = 128;

const keyColumns = ["level", "dimension", "bucket", "environment", "value"];
const sumColumns = [...sums, ...sketches].map(toSnakeCase);
const keyArrays = "unnest(?::smallint[], ?::smallint[], ?::bigint[], ?::text[], ?::text[])";
const sameKey = keyColumns.map((column) => `r.${column} = k.${column}`).join(" AND ");

/**
 * Adds `cells`, which are the totals of new or changed records, to the rollups of a project. Totals of minutes before
 * `minutesFrom` are only added to the hourly rollups.
 */
export async function addToSums(
  session: Session,
  project: number,
  cells: RollupCells,
  minutesFrom: number,
): Promise<void> {
  const changed = cells.byLevel(minutesFrom);
  for (let start = 0; start < changed.length; start += maxRows) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    await addSlice(session, project, changed.slice(start, start + maxRows));
  }
}

function keysOf(cells: readonly LevelCell[]): [number[], number[], number[], string[], string[]] {
  return [
    cells.map(({ level }) => level),
    cells.map(({ place }) => place.dimension),
    cells.map(({ place }) => place.bucket),
    cells.map(({ place }) => place.environment),
    cells.map(({ place }) => place.value),
  ];
}

function identityOf(level: number, { dimension, bucket, environment, value }: Omit<CellPlace, "project">): string {
  return JSON.stringify([level, dimension, bucket, environment, value]);
}

async function addSlice(session: Session, project: number, changes: readonly LevelCell[]): Promise<void> {
  type Row = Omit<CellPlace, "project"> & { readonly level: number };
  const rows = await session.all<Row & { [column: string]: unknown }>(
    `SELECT ${[...keyColumns, ...sumColumns].map((column) => `r.${column}`).join(", ")}
     FROM ${keyArrays} k (${keyColumns.join(", ")}) JOIN rollups r ON ${sameKey} WHERE r.project_id = ?`,
    ...keysOf(changes),
    project,
  );
  const known = new Map(rows.map((row) => [identityOf(row.level, row), toCell(row)]));
  const merged = changes.map((change) => {
    const before = known.get(identityOf(change.level, change.place));
    if (before === undefined) return change;
    mergeCell(before, change.cell);
    return { ...change, cell: before };
  });
  const emptied = merged.filter(({ cell }) => isEmptyCell(cell));
  if (emptied.length > 0) {
    await session.run(
      `DELETE FROM rollups r USING ${keyArrays} k (${keyColumns.join(", ")}) WHERE r.project_id = ? AND ${sameKey}`,
      ...keysOf(emptied),
      project,
    );
  }
  await store(
    session,
    project,
    merged.filter(({ cell }) => !isEmptyCell(cell)),
  );
}

async function store(session: Session, project: number, cells: readonly LevelCell[]): Promise<void> {
  if (cells.length === 0) return;
  const columns = ["project_id", ...keyColumns, ...sumColumns];
  const values = `(${columns.map(() => "?").join(", ")})`;
  const sql = `
    INSERT INTO rollups (${columns.join(", ")}) VALUES ${cells.map(() => values).join(", ")}
    ON CONFLICT (project_id, ${keyColumns.join(", ")})
    DO UPDATE SET ${sumColumns.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  const parameters = cells.flatMap(({ level, place: { dimension, bucket, environment, value }, cell }) => [
    project,
    level,
    dimension,
    bucket,
    environment,
    value,
    ...sums.map((name) => cell[name]),
    ...sketches.map((name) => (cell[name].isEmpty ? null : encodeSketch(cell[name]))),
  ]);
  await session.run(sql, ...parameters);
}
