import type { Threadline } from "@threadline/core";
import { Destination } from "./destination.ts";
import type { ImportRecord } from "./import-record.ts";
import { ImportTally } from "./import-report.ts";
import { type ImportSource, type Position, readPages } from "./import-source.ts";

export interface ImportRun {
  readonly source: ImportSource;
  readonly client: Threadline;
  /** Position from which an earlier run is resumed; null for a new import. */
  readonly from: Position | null;
  /** Called after each page, once its records are durable. */
  readonly onPage: (page: {
    readonly section: string;
    readonly position: Position;
    readonly tally: ImportTally;
  }) => Promise<void>;
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

export async function runImport({ source, client, from, onPage, sleep }: ImportRun): Promise<ImportTally> {
  const tally = new ImportTally();
  const destination = new Destination({ client, tally, sleep, isResumed: from !== null });
  for await (const { records, section, position } of readPages(source, from)) {
    await destination.write(records);
    await onPage({ section, position, tally });
  }
  return tally;
}

/** Counts the records that an import would write. A thread or user that occurs in several records counts once. */
export async function countImport(
  source: ImportSource,
  onPage: (tally: ImportTally) => void = () => {},
): Promise<ImportTally> {
  const tally = new ImportTally();
  const seen = new Set<string>();
  for await (const { records } of readPages(source, null)) {
    for (const record of records) countRecord(record, tally, seen);
    onPage(tally);
  }
  return tally;
}

/** Maximum number of threads and users remembered for counting. Further ones are counted each time they occur. */
const maxSeen = 500_000;

function countRecord(record: ImportRecord, tally: ImportTally, seen: Set<string>): void {
  if (record.kind === "omission") return tally.omit(record.what, record.reason, record.count);
  const name =
    record.kind === "thread"
      ? `thread ${record.thread.threadId}`
      : record.kind === "user"
        ? `user ${record.identifier}`
        : null;
  if (name !== null) {
    if (seen.has(name)) return;
    if (seen.size < maxSeen) seen.add(name);
  }
  tally.add(record.kind, { imported: 1 });
}
