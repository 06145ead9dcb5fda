import type { Candidates } from "../../lists/sqlite/record-walk.ts";
import type { Filter } from "../../list.ts";
import type { RecordOf } from "../../schema/records.ts";
import type { Database } from "../../session/sqlite/database.ts";

/** Maximum number of tags in a filter for which the index is used. With more tags, all records are tested. */
const maximumRanges = 32;

export class RecordTags {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  set(
    kind: RecordOf<"record_tags">["kind"],
    project: number,
    record: { readonly key: number; readonly createdAt: number },
    before: readonly string[] | null,
    after: readonly string[] | null,
  ): void {
    if (before === after) return;
    const { key, createdAt } = record;
    for (const tag of before ?? []) {
      if (after?.includes(tag)) continue;
      const sql =
        "DELETE FROM record_tags WHERE kind = ? AND project_id = ? AND tag = ? AND created_at = ? AND record = ?";
      this.#database.run(sql, kind, project, tag, createdAt, key);
    }
    for (const tag of after ?? []) {
      if (before?.includes(tag)) continue;
      const sql =
        "INSERT OR IGNORE INTO record_tags (kind, project_id, tag, created_at, record) VALUES (?, ?, ?, ?, ?)";
      this.#database.run(sql, kind, project, tag, createdAt, key);
    }
  }

  candidates(kind: RecordOf<"record_tags">["kind"], project: number, filter: Filter): Candidates | undefined {
    if (filter.operator !== "in" || !Array.isArray(filter.value)) return undefined;
    const tags = [...new Set(filter.value.map(String))];
    if (tags.length === 0 || tags.length > maximumRanges) return undefined;
    const sql =
      "SELECT record AS key, created_at AS value FROM record_tags WHERE kind = ? AND project_id = ? AND tag = ?";
    return { ranges: tags.map((tag) => ({ sql, parameters: [kind, project, tag], exact: true })) };
  }
}
