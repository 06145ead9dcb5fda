import type { Filter } from "../../list.ts";
import type { RecordOf } from "../../schema/records.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { postgresFilters, type FieldSource, type IndexedRecords } from "../../lists/postgres/postgres-filters.ts";
import type { Session } from "../../session/postgres/session.ts";

interface Entry {
  readonly kind: RecordOf<"record_tags">["kind"];
  readonly tag: string;
  readonly createdAt: number;
  readonly key: number;
}

export interface IndexUpdates {
  readonly tags: TagChanges;
  readonly rollups: Rollups;
}

export class TagChanges {
  readonly #gone: Entry[] = [];
  readonly #come: Entry[] = [];

  note(
    kind: RecordOf<"record_tags">["kind"],
    { key, createdAt }: { readonly key: number; readonly createdAt: number },
    before: readonly string[] | null,
    after: readonly string[] | null,
  ): void {
    if (before === after) return;
    for (const tag of before ?? []) if (!after?.includes(tag)) this.#gone.push({ kind, tag, createdAt, key });
    for (const tag of after ?? []) if (!before?.includes(tag)) this.#come.push({ kind, tag, createdAt, key });
  }

  async store(session: Session, project: number): Promise<void> {
    if (this.#gone.length > 0) {
      const sql = `
        DELETE FROM record_tags r USING ${entries}
        WHERE r.project_id = $1 AND r.kind = e.kind AND r.tag = e.tag AND r.created_at = e.created_at AND r.record = e.record`;
      await session.run(sql, project, ...columnsOf(this.#gone));
    }
    if (this.#come.length > 0) {
      const sql = `
        INSERT INTO record_tags (project_id, kind, tag, created_at, record)
        VALUES ($1, ${arrays}) ON CONFLICT DO NOTHING`;
      await session.run(sql, project, ...columnsOf(this.#come));
    }
  }
}

const entries = "unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS e (kind, tag, created_at, record)";
/**
 * Values of an INSERT. `unnest` expands them to one row for each element of the arrays. With `INSERT ... SELECT`
 * instead of `INSERT ... VALUES`, Citus would lock every shard of the table.
 */
const arrays = "unnest($2::text[]), unnest($3::text[]), unnest($4::bigint[]), unnest($5::bigint[])";

function columnsOf(list: readonly Entry[]): [string[], string[], number[], number[]] {
  return [
    list.map(({ kind }) => kind),
    list.map(({ tag }) => tag),
    list.map(({ createdAt }) => createdAt),
    list.map(({ key }) => key),
  ];
}

export function tagsOf(kind: RecordOf<"record_tags">["kind"], column = "r.tags"): FieldSource {
  const indexed =
    "FROM record_tags e WHERE e.project_id = @project " +
    `AND e.kind = '${kind}' AND e.created_at = r.created_at AND e.record = r.key`;
  // `present` and `held` read the tags from the record itself: `present` for the condition `is null`, `held` for
  // negated conditions. All other conditions read the tag index.
  const present = `FROM json_array_elements(${column}::json) AS e (tag) WHERE TRUE`;
  const held = `FROM json_array_elements_text(threadline_json(${column})) AS e (tag) WHERE TRUE`;
  return {
    value: "e.tag",
    held,
    from: ({ operator }) => ({ sql: operator === "is" ? present : indexed, parameters: [] }),
    listed: (filter) => recordsOfTag(kind, filter),
  };
}

function recordsOfTag(kind: RecordOf<"record_tags">["kind"], filter: Filter): IndexedRecords | undefined {
  const [tag, ...more] = [filter.value].flat();
  if (!(filter.operator === "eq" || filter.operator === "in") || typeof tag !== "string" || more.length > 0) {
    return undefined;
  }
  const { sql, parameters } = postgresFilters.compile({ ...filter, operator: "eq", value: tag }, { value: "r.tag" });
  return {
    rows: "record_tags r (project_id, kind, tag, created_at, key)",
    condition: { sql: `r.kind = '${kind}' AND ${sql}`, parameters },
  };
}
