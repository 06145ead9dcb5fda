import { access } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error.ts";
import { importPlatforms } from "../import-platforms.ts";
import { openService } from "../open-service.ts";
import type { Terminal } from "../terminal.ts";
import { explainServiceError } from "./destination.ts";
import { type ImportedKind, importedKinds } from "./import-record.ts";
import { type ImportTally, plural, renderOmissions, renderPlan, renderReport } from "./import-report.ts";
import type { ImportSource } from "./import-source.ts";
import { ImportState } from "./import-state.ts";
import { adviseAboutFiles } from "./open-files.ts";
import { platforms } from "./platforms.ts";
import { requireScopes } from "./require-scopes.ts";
import { countImport, runImport } from "./run-import.ts";

export interface ImportFlags {
  readonly from: string;
  readonly url?: string | undefined;
  readonly sourceProject?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly state?: string | undefined;
  readonly rate: string;
}

export async function importFrom(places: readonly string[], flags: ImportFlags, terminal: Terminal): Promise<void> {
  const source = await openSource(places, flags, terminal);
  const write = (text: string): void => void terminal.notices.write(text);
  if (flags.dryRun === true) {
    const tally = await countImport(source);
    write(`${source.place}\n${renderPlan(countsOf(tally))}${renderOmissions(tally)}${renderNeverMoved(source)}`);
    return;
  }
  const { client, url, apiKey } = openService(
    flags,
    terminal,
    "of the target project with the scopes ingest, read and write: `threadline key create --name import`",
  );
  const route = { from: flags.from, source: source.place, service: url };
  const state = flags.state === undefined ? null : new ImportState(flags.state, route);
  const from = (await state?.read()) ?? null;
  try {
    const projectId = await client.api.getProjectId();
    await requireScopes({ url, apiKey });
    write(`From ${source.place}\nTo ${url}, project ${projectId}\n${await plan(source)}${renderNeverMoved(source)}`);
    if (from !== null) write(`Continues in "${from.section}", where an earlier run stopped.\n`);
    await confirm(flags, terminal);
    const progress = createProgress(terminal);
    // Saves the start position before the first page is written. If the run stops during the first page, the next run
    // finds this position, and continues the import.
    const [first] = source.sections;
    if (from === null && first !== undefined) await state?.save({ section: first.name, after: null });
    const tally = await runImport({
      source,
      client,
      from,
      onPage: async ({ section, position, tally: counted }) => {
        await state?.save(position);
        progress.show(section, counted);
      },
    });
    progress.end();
    await state?.remove();
    write(renderReport(tally));
    if (tally.total === 0 && tally.omissions.length > 0) {
      throw new CommandError("Nothing was imported: every record was skipped, for the reasons above.");
    }
  } catch (error) {
    throw explainServiceError(error);
  } finally {
    await client.shutdown();
  }
}

async function openSource(
  places: readonly string[],
  { from, sourceProject, rate }: ImportFlags,
  { env }: Terminal,
): Promise<ImportSource> {
  const platform = importPlatforms.find((name) => name === from);
  if (platform === undefined) throw new CommandError(`--from must be one of ${importPlatforms.join(", ")}.`);
  const requestsPerSecond = Number(rate);
  if (!(requestsPerSecond > 0 && requestsPerSecond <= 1_000)) {
    throw new CommandError("--rate must be a number of requests per second, at most 1000.");
  }
  if (places.length === 0) throw new CommandError(`Specify the files or the URL of ${from}.`);
  const urls = places.filter((place) => /^https?:\/\//u.test(place));
  if (urls.length > 0 && places.length > 1) throw new CommandError("Specify either files or a single URL.");
  for (const url of urls) {
    const { username, password } = new URL(url);
    if (username !== "" || password !== "") {
      throw new CommandError(
        "The URL must not contain a key or password. Set the environment variable of the platform instead (see threadline import --help).",
      );
    }
  }
  if (urls.length === 0) await Promise.all(places.map((path) => access(path)));
  try {
    return platforms[platform]({ places, env, project: sourceProject, requestsPerSecond });
  } catch (error) {
    if (urls.length > 0 || !(error instanceof CommandError)) throw error;
    throw new CommandError(`${error.message}${await adviseAboutFiles(places).catch(() => "")}`);
  }
}

/**
 * Renders the number of records that an import will write. The records in files are counted. For an API, only the
 * counts that the platform returns are shown.
 */
async function plan(source: ImportSource): Promise<string> {
  if (!source.isLocal) {
    const counts = (await source.count?.()) ?? {};
    const hint = "The source does not count other kinds of records; --dry-run counts them all.\n";
    return `${Object.keys(counts).length === 0 ? "" : renderPlan(counts)}${hint}`;
  }
  const tally = await countImport(source);
  return `${renderPlan(countsOf(tally))}${renderOmissions(tally)}`;
}

function countsOf(tally: ImportTally): Partial<Record<ImportedKind, number>> {
  return Object.fromEntries(
    importedKinds.flatMap((kind) => {
      const { imported } = tally.counts(kind);
      return imported === 0 ? [] : [[kind, imported]];
    }),
  );
}

function renderNeverMoved({ neverMoved }: ImportSource): string {
  return neverMoved.length === 0 ? "" : `Not imported: ${neverMoved.join(", ")}.\n`;
}

async function confirm({ yes }: ImportFlags, { input, notices }: Terminal): Promise<void> {
  if (yes === true) return;
  if (input.isTTY !== true)
    throw new CommandError("Confirm the import with --yes, or count the records with --dry-run.");
  const prompt = createInterface({ input, output: notices });
  try {
    const answer = await prompt.question("Import? [y/N] ");
    if (!/^y(es)?$/iu.test(answer.trim())) throw new CommandError("The import was canceled. Nothing was imported.");
  } finally {
    prompt.close();
  }
}

const pagesPerLine = 20;

function createProgress({ notices }: Terminal): {
  readonly show: (section: string, tally: ImportTally) => void;
  readonly end: () => void;
} {
  const isTerminal = (notices as { isTTY?: boolean }).isTTY === true;
  let pages = 0;
  let last = "";
  return {
    show(section, tally) {
      const counts = importedKinds.flatMap((kind) => {
        const { imported, present } = tally.counts(kind);
        return imported + present === 0 ? [] : [`${imported + present} ${plural(kind)}`];
      });
      const line = `${section}: ${counts.join(", ") || "no records"}`;
      if (isTerminal) notices.write(`\r\u001b[K${line}`);
      else if (section !== last || pages % pagesPerLine === 0) notices.write(`${line}\n`);
      pages += 1;
      last = section;
    },
    end() {
      if (isTerminal && pages > 0) notices.write("\n");
    },
  };
}
