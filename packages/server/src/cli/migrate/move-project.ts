import type { FileStorage } from "../../files/file-storage.ts";
import type { ProjectRecord } from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { CommandError } from "../command-error.ts";
import { moveAccess, moveRetention, readAccess } from "./move-access.ts";
import { moveAccounts } from "./move-accounts.ts";
import { type FileSource, moveFiles, tallyFiles } from "./move-files.ts";
import { moveRecords, type StoredFile, tallyRecords } from "./move-records.ts";
import type { Tallies } from "./tallies.ts";

export interface End<Files> {
  readonly store: Store;
  /** Null if the location of the files was not given. */
  readonly files: Files | null;
}

export interface ProjectMove {
  readonly source: End<FileSource>;
  readonly target: End<FileStorage>;
  readonly project: ProjectRecord;
  readonly name: string;
  /** Whether source and target use the same file storage. Files are then not copied. */
  readonly sharesFiles: boolean;
  readonly onRecord: (kind: string) => void;
  readonly onNotice: (text: string) => void;
}

export interface Moved {
  readonly source: Tallies;
  readonly target: Tallies;
  /** False if the source's records changed while they were copied and compared. */
  readonly isUnchanged: boolean;
}

/** Copies a project. After an interrupted run, copies only the missing records and files. The source is not changed. */
export async function moveProject(move: ProjectMove): Promise<Moved> {
  const { project, onRecord, onNotice } = move;
  const { store: source } = move.source;
  const { store: target } = move.target;
  const accounts = await moveAccounts(source, target, project.id);
  await makeProject(target, { ...project, name: move.name }, [...accounts.values()]);
  await moveAccess(source, target, project.id, accounts);
  const read = await moveRecords({ source, target, projectId: project.id, accounts, onRecord });
  if (read.of("threadShare").count > 0) await moveLinks(source, target, onNotice);

  const files: StoredFile[] = [];
  const before = await tallyRecords(source, project.id, { accounts, onFile: (file) => files.push(file) });
  const after = await tallyRecords(target, project.id, {});
  const isUnchanged = [...read.kinds, ...before.kinds].every(
    (kind) => read.of(kind).checksum === before.of(kind).checksum,
  );
  if (files.length > 0) {
    if (move.source.files === null || move.target.files === null) {
      throw new CommandError(
        `The project "${project.name}" has ${files.length} uploaded files, which are copied too. Set --from-files and --to-files to ` +
          "a folder, or an S3 bucket such as s3://bucket/prefix.",
      );
    }
    if (!move.sharesFiles) await moveFiles(move.source.files, move.target.files, files);
    await tallyFiles(move.source.files, files, before);
    await tallyFiles(move.target.files, files, after);
    const missing = files.length - before.of("bytes of files").count;
    if (missing > 0) onNotice(`Missing at the source: ${missing} of ${files.length} files.`);
  }
  await moveRetention(source, target, project.id);
  // Access that exists only at the target is not compared.
  const [wanted, granted] = await Promise.all([readAccess(source, project.id), readAccess(target, project.id)]);
  for (const [name, access] of wanted) {
    before.add(String(access["kind"]), access);
    const found = granted.get(name);
    if (found !== undefined) after.add(String(access["kind"]), found);
  }
  return { source: before, target: after, isUnchanged };
}

async function makeProject(target: Store, project: ProjectRecord, members: readonly string[]): Promise<void> {
  const known = await target.projects.find(project.id);
  if (known?.id === project.id) return;
  const namesake = await target.projects.find(project.name);
  if (namesake !== null) {
    throw new CommandError(
      `The target already has a project "${project.name}" (${namesake.id}). ` +
        `Rename that project, or move this one under another name with --project ${project.id} --as <name>.`,
    );
  }
  // If accounts were copied, the project is created without owners (`[]`), because {@link moveAccess} adds the members
  // later. Otherwise (`undefined`), the owners of the target's oldest project become its owners.
  await target.projects.create(project, members.length === 0 ? undefined : []);
}

/**
 * Copies the secret that signs share links. If the target already has such a secret, existing links stop working, and
 * `onNotice` is called.
 */
async function moveLinks(source: Store, target: Store, onNotice: (text: string) => void): Promise<void> {
  const secret = await source.secret("share-links");
  const kept = await target.secret("share-links", secret);
  if (Buffer.compare(secret, kept) === 0) return;
  onNotice("Existing share links do not work at the target, because it has its own secret. Copy them again in the UI.");
}
