import type { ProjectRecord } from "../../store/projects.ts";
import type { Store } from "../../store/store.ts";
import { CommandError } from "../command-error.ts";
import { formatTable, type Terminal } from "../terminal.ts";
import { findProject } from "../with-store.ts";
import { type Moved, moveProject, type ProjectMove } from "./move-project.ts";
import { parseLocation, openSource, openTarget } from "./data-locations.ts";
import { describeServe, requireServable } from "./serve-line.ts";
import { compareFiles, isBucket, warnOfSharing } from "./shared-files.ts";

export interface MigrateFlags {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fromFiles?: string | undefined;
  readonly toFiles?: string | undefined;
  readonly project?: string | undefined;
  readonly as?: string | undefined;
}

const progressEvery = 10_000;

/** Copies projects from one store to another, compares both, and prints the result. Rejects if they differ. */
export async function migrateData(flags: MigrateFlags, { env, output, notices }: Terminal): Promise<void> {
  const from = parseLocation("--from", required(flags.from ?? env["THREADLINE_MIGRATE_FROM"], "from"), flags.fromFiles);
  const to = parseLocation("--to", required(flags.to ?? env["THREADLINE_MIGRATE_TO"], "to"), flags.toFiles);
  if ((from.databaseUrl ?? from.folder) === (to.databaseUrl ?? to.folder)) {
    throw new CommandError("--from and --to are the same store. Set --to to another one.");
  }
  if (flags.as !== undefined && flags.project === undefined) {
    throw new CommandError("--as renames one project at the target, so it needs --project.");
  }
  requireServable(to);
  let warning: string | null = null;
  const source = await openSource(from, env);
  try {
    const projects = await choose(source.store, flags.project);
    const target = await openTarget(to, env);
    try {
      const sharing = await compareFiles(from.files, to.files);
      if (to.files !== null && sharing !== "apart") warning = warnOfSharing(to.files);
      if (warning !== null) notices.write(`${warning}\n`);
      const remedy = warning === null ? mending : `${restartHint} ${warning}`;
      let differences = 0;
      for (const project of projects) {
        const name = flags.as ?? project.name;
        notices.write(`Moving "${project.name}" (${project.id}) from ${from.name} to ${to.name}\n`);
        const move: ProjectMove = {
          source,
          target,
          project,
          name,
          sharesFiles: sharing === "shared",
          onRecord: countAloud((text) => notices.write(text)),
          onNotice: (text) => notices.write(`  ${text}\n`),
        };
        // oxlint-disable-next-line no-await-in-loop -- one project after the other
        const moved = await moveProject(move);
        const rows = compare(moved);
        output.write(`PROJECT ${name} (${project.id})\n${formatTable([header, ...rows])}`);
        if (!moved.isUnchanged) throw new CommandError(`${changed(project)} ${remedy}`);
        differences += rows.filter((row) => row.at(-1) !== equal).length;
      }
      if (differences > 0)
        throw new CommandError(`Source and target differ in ${differences} rows of these tables. ${remedy}`);
    } finally {
      await target.store.close();
    }
  } finally {
    await source.store.close();
  }
  const variable = flags.to === undefined ? "THREADLINE_MIGRATE_TO" : null;
  const login = to.files !== null && isBucket(to.files) ? ", with the same AWS_ variables" : "";
  notices.write(
    `Source and target are equal. The source was not changed. To serve the target${login}:\n\n  ${describeServe(to, variable)}\n\n`,
  );
  if (warning !== null) notices.write(`${warning}\n`);
}

const header = ["KIND", "SOURCE", "TARGET", "CHECKSUM AT THE SOURCE", "CHECKSUM AT THE TARGET", "COMPARED"];
const equal = "equal";
const mending = "Delete the project at the target, or use an empty target, then run the command again.";
const restartHint =
  "Use an empty target database, then run the command again. Do not delete the project at either end.";

function compare({ source, target }: Moved): string[][] {
  const kinds = [...new Set([...source.kinds, ...target.kinds])];
  return kinds.map((kind) => {
    const [one, other] = [source.of(kind), target.of(kind)];
    const verdict = one.count === other.count && one.checksum === other.checksum ? equal : "DIFFERENT";
    const checksums = [one, other].map(({ checksum }) => checksum.slice(0, 16));
    return [kind, String(one.count), String(other.count), ...checksums, verdict];
  });
}

function changed({ name }: ProjectRecord): string {
  return `The project "${name}" at the source changed while it was read. Stop the servers that write to it, then run the command again.`;
}

async function choose(store: Store, wanted: string | undefined): Promise<readonly ProjectRecord[]> {
  if (wanted !== undefined) return [await findProject(store, wanted)];
  const projects = await store.projects.list();
  if (projects.length === 0) throw new CommandError("The source has no projects to move. Check --from.");
  return projects;
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value !== "") return value;
  throw new CommandError(
    `Set --${name} (THREADLINE_MIGRATE_${name.toUpperCase()}) to a data folder or a PostgreSQL URL.`,
  );
}

function countAloud(say: (text: string) => void): (kind: string) => void {
  let count = 0;
  return (kind) => {
    count += 1;
    if (count % progressEvery === 0) say(`  ${count} records, now of kind ${kind}\n`);
  };
}
