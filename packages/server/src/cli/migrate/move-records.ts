import type { MovedRecord, Store } from "../../store/store.ts";
import type { AccountIds } from "./move-accounts.ts";
import { canonical, Tallies } from "./tallies.ts";

export interface StoredFile {
  readonly objectKey: string;
  readonly size: number;
}

export interface RecordMove {
  readonly source: Store;
  readonly target: Store;
  readonly projectId: string;
  readonly accounts: AccountIds;
  readonly onRecord: (kind: string) => void;
}

/**
 * Copies the records of a project from the source to the target, in order. Records that an interrupted run has already
 * written are compared with the source and skipped. Resolves to the {@link Tallies} of the source.
 */
export async function moveRecords(move: RecordMove): Promise<Tallies> {
  const { source, target, projectId, accounts, onRecord } = move;
  const tallies = new Tallies();
  const there = target.moveOut(projectId)[Symbol.asyncIterator]();
  async function* missing(): AsyncGenerator<MovedRecord> {
    let isThere = true;
    for await (const record of translated(source, projectId, accounts)) {
      tallies.add(record.kind, record.record);
      onRecord(record.kind);
      if (isThere) {
        const next = await there.next();
        isThere = next.done !== true && isEqual(next.value, record);
        if (isThere) continue;
        await there.return?.();
      }
      yield record;
    }
  }
  await target.importRecords(projectId, missing());
  return tallies;
}

export async function tallyRecords(
  store: Store,
  projectId: string,
  {
    accounts = new Map(),
    onFile = () => {},
  }: { readonly accounts?: AccountIds; readonly onFile?: (file: StoredFile) => void },
): Promise<Tallies> {
  const tallies = new Tallies();
  for await (const { kind, record } of translated(store, projectId, accounts)) {
    tallies.add(kind, record);
    const { objectKey, size } = record;
    if (kind === "file" && typeof size === "number") onFile({ objectKey: String(objectKey), size });
  }
  return tallies;
}

function isEqual(one: MovedRecord, other: MovedRecord): boolean {
  return one.kind === other.kind && canonical(one.record) === canonical(other.record);
}

async function* translated(store: Store, projectId: string, accounts: AccountIds): AsyncGenerator<MovedRecord> {
  const idOf = (id: unknown): string | null => (typeof id === "string" ? (accounts.get(id) ?? id) : null);
  for await (const { kind, record } of store.moveOut(projectId)) {
    if (kind === "view") yield { kind, record: { ...record, ownerId: idOf(record["ownerId"]) } };
    else if (kind === "dashboard") yield { kind, record: { ...record, authorId: idOf(record["authorId"]) } };
    else if (kind === "threadShare") yield { kind, record: { ...record, createdBy: idOf(record["createdBy"]) } };
    else yield { kind, record };
  }
}
