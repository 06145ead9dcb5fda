import { formatTable } from "../terminal.ts";
import { type ImportedKind, importedKinds } from "./import-record.ts";

export class ImportTally {
  readonly #counts = new Map<ImportedKind, { imported: number; present: number }>();
  readonly #omissions = new Map<string, { readonly what: string; readonly reason: string; count: number }>();
  /** Maximum number of distinct reasons. A source may have a different reason for every record. */
  static readonly #maxReasons = 200;

  add(kind: ImportedKind, { imported = 0, present = 0 }: { imported?: number; present?: number }): void {
    const counts = this.#counts.get(kind) ?? { imported: 0, present: 0 };
    this.#counts.set(kind, { imported: counts.imported + imported, present: counts.present + present });
  }

  omit(what: string, reason: string, count = 1): void {
    const isFull = this.#omissions.size >= ImportTally.#maxReasons;
    const shown = isFull ? "other reasons" : reason.slice(0, 300);
    const key = `${what}\n${shown}`;
    const known = this.#omissions.get(key) ?? { what, reason: shown, count: 0 };
    known.count += count;
    this.#omissions.set(key, known);
  }

  counts(kind: ImportedKind): { readonly imported: number; readonly present: number } {
    return this.#counts.get(kind) ?? { imported: 0, present: 0 };
  }

  get total(): number {
    return importedKinds.reduce((sum, kind) => sum + this.counts(kind).imported + this.counts(kind).present, 0);
  }

  get omissions(): readonly { readonly what: string; readonly reason: string; readonly count: number }[] {
    return [...this.#omissions.values()];
  }
}

export function plural(kind: ImportedKind): string {
  return `${kind}s`;
}

export function renderPlan(counts: Readonly<Partial<Record<ImportedKind, number>>>): string {
  const rows = importedKinds.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined ? [] : [[plural(kind), String(count)]];
  });
  return rows.length === 0 ? "Nothing to import.\n" : formatTable([["Kind", "Records"], ...rows]);
}

export function renderReport(tally: ImportTally): string {
  const rows = importedKinds.flatMap((kind) => {
    const { imported, present } = tally.counts(kind);
    return imported + present === 0 ? [] : [[plural(kind), String(imported), String(present)]];
  });
  const table =
    rows.length === 0 ? "Nothing was imported.\n" : formatTable([["Kind", "Imported", "Already there"], ...rows]);
  return `${table}${renderOmissions(tally)}`;
}

export function renderOmissions({ omissions }: Pick<ImportTally, "omissions">): string {
  if (omissions.length === 0) return "";
  const lines = omissions.map(({ what, reason, count }) => `  ${count} ${what}: ${reason}\n`);
  return `Left out:\n${lines.join("")}`;
}
