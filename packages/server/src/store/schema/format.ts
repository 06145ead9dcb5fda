import { StoreOpenError } from "../errors.ts";

/** Statements that upgrade a database of either kind to the next format. */
export interface Upgrade {
  readonly sqlite: readonly string[];
  /** Cannot change rows of projects, because row-level security hides these rows from an upgrade. */
  readonly postgres: readonly string[];
}

/**
 * Oldest format that is upgraded. Until 0.1.0 every change of the tables increments it, and databases with a lower
 * number are rejected.
 */
export const firstFormat = 25;

/**
 * Upgrade N converts format `firstFormat + N` to the next; a new database is created in the newest format. From 0.1.0
 * on, every change of the tables adds an upgrade, and released upgrades never change.
 */
export const upgrades: readonly Upgrade[] = [
  {
    // Payloads are compressed: in SQLite in the background, in PostgreSQL when they are written.
    sqlite: [
      "ALTER TABLE step_payloads ADD COLUMN packed BLOB",
      "ALTER TABLE step_payloads ADD COLUMN size INTEGER",
      "CREATE TABLE payload_packing (after INTEGER NOT NULL, last INTEGER NOT NULL, newest INTEGER NOT NULL, at INTEGER NOT NULL)",
      "INSERT INTO payload_packing SELECT 0, coalesce(max(step), 0), coalesce(max(step), 0), 0 FROM step_payloads",
    ],
    postgres: ["ALTER TABLE step_payloads ADD COLUMN content text"],
  },
];

/** Format of this version. */
export function newestFormat(): number {
  return firstFormat + upgrades.length;
}

/** Upgrades of a database. Throws a {@link StoreOpenError} for a newer or unreleased format. */
export function upgradesOf(place: string, format: number): readonly Upgrade[] {
  if (format > newestFormat()) {
    throw new StoreOpenError(
      `${place} was written by a newer Threadline (format ${format}; this version supports up to ${newestFormat()}). ` +
        "Install that version or newer, or restore a backup made before the upgrade.",
    );
  }
  if (format < firstFormat) {
    throw new StoreOpenError(
      `${place} was written by a Threadline that was never released (format ${format}; this version supports ${firstFormat} ` +
        "and later). Export its projects with that version and import them here, or start with a new database.",
    );
  }
  return upgrades.slice(format - firstFormat);
}

/** Throws a {@link StoreOpenError} unless the format is that of this version. */
export function requireNewestFormat(place: string, format: number): void {
  if (format === newestFormat()) return;
  throw new StoreOpenError(
    `${place} has the format ${format}, but this version uses ${newestFormat()}. ` +
      "Start this version on it once, or use the version that wrote it.",
  );
}
