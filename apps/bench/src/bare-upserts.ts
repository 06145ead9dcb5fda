import { Pool, type PoolClient } from "pg";

/** Primary keys of the tables into which the service writes steps before it acknowledges them. */
const tables = {
  threads: "project_id, id",
  steps: "project_id, id",
  step_payloads: "project_id, step, period",
  record_tags: "project_id, kind, tag, created_at, record",
} as const;
type TableName = keyof typeof tables;
type Row = Readonly<Record<string, unknown>>;
export type RowBatch = Readonly<Record<TableName, readonly Row[]>>;

/**
 * Reads rows that the service has stored for steps. A batch contains `size` steps and the rows that belong to them in
 * the other tables.
 */
export async function readBatches(
  url: string,
  options: { readonly batches: number; readonly size: number },
): Promise<RowBatch[]> {
  const { batches, size } = options;
  const pool = new Pool({ connectionString: url, max: 1 });
  const read = async (sql: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(sql, [...values])).rows;
  try {
    const found: RowBatch[] = [];
    for (let after: unknown = 0; found.length < batches;) {
      const steps = await read("SELECT * FROM steps WHERE key > $1 ORDER BY key LIMIT $2", [after, size]);
      if (steps.length < size) return found;
      const keys = steps.map(({ key }) => key);
      after = keys.at(-1);
      found.push({
        steps,
        threads: await read("SELECT * FROM threads WHERE id = ANY($1) ORDER BY id", [
          steps.map((step) => step["thread_id"]),
        ]),
        step_payloads: await read("SELECT * FROM step_payloads WHERE step = ANY($1)", [keys]),
        record_tags: await read("SELECT * FROM record_tags WHERE kind = 'step' AND record = ANY($1)", [keys]),
      });
    }
    return found;
  } finally {
    await pool.end();
  }
}

/**
 * Writes the batches directly to PostgreSQL, without the service, to measure the fastest possible ingestion. Each batch
 * is a transaction with one statement per table. Resolves to the duration in milliseconds.
 */
export async function upsertBatches(url: string, batches: readonly RowBatch[], connections: number): Promise<number> {
  const pool = new Pool({ connectionString: url, max: connections });
  const queue = batches.values();
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (const batch of queue) await upsert(client, batch);
    }),
  );
  const elapsed = performance.now() - startedAt;
  for (const client of clients) client.release();
  await pool.end();
  return elapsed;
}

async function upsert(client: PoolClient, batch: RowBatch): Promise<void> {
  await client.query("BEGIN");
  for (const [table, key] of Object.entries(tables)) {
    const rows = batch[table as TableName];
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) continue;
    // The statement has a name, so PostgreSQL plans each text only once per connection.
    const name = `${table} ${rows.length}`;
    await client.query({
      name,
      text: statement(table, columns, key, rows.length),
      values: rows.flatMap(Object.values),
    });
  }
  await client.query("COMMIT");
}

function statement(table: string, columns: readonly string[], key: string, count: number): string {
  const row = (index: number): string =>
    `(${columns.map((_, place) => `$${index * columns.length + place + 1}`).join(", ")})`;
  const keys = new Set([...key.split(", "), "key"]);
  const changed = columns.filter((column) => !keys.has(column)).map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (${columns.join(", ")}) OVERRIDING SYSTEM VALUE
    VALUES ${Array.from({ length: count }, (_, index) => row(index)).join(", ")}
    ON CONFLICT (${key}) DO ${changed.length > 0 ? `UPDATE SET ${changed.join(", ")}` : "NOTHING"}`;
}
