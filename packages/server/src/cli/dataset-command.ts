import type { Api } from "@threadline/core";
import type { ColumnUses, DatasetFile, DatasetFileFormat } from "@threadline/core/dataset-files";
import { createReadStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Readable } from "node:stream";
import { CommandError } from "./command-error.ts";
import { explainServiceError } from "./import/destination.ts";
import { openService } from "./open-service.ts";
import type { Terminal } from "./terminal.ts";

export interface DatasetImportFlags {
  readonly url?: string | undefined;
  readonly dataset: string;
  readonly create?: boolean | undefined;
  readonly column: readonly string[];
  readonly replace?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface DatasetExportFlags {
  readonly url?: string | undefined;
  readonly dataset: string;
  readonly at?: string | undefined;
  readonly split?: string | undefined;
}

const formats: Readonly<Record<string, DatasetFileFormat>> = {
  ".csv": "csv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".parquet": "parquet",
};
const neededKey = "with the scopes read and write: `threadline key create --name datasets --scopes read,write`";
const shownProblems = 10;

export async function importDataset(path: string, flags: DatasetImportFlags, terminal: Terminal): Promise<void> {
  const { importDatasetFile } = await import("@threadline/core/dataset-files");
  const columns = readColumns(flags.column);
  const opened = await openFile(path);
  const { client } = openService(flags, terminal, neededKey);
  try {
    const { api } = client;
    const { dryRun, replace } = flags;
    let id = await findDataset(api, { dataset: flags.dataset, create: flags.create === true });
    const sender: Pick<typeof api, "createDatasetItems"> = {
      async createDatasetItems(_id, given, options) {
        id ??= (await api.createDataset({ name: flags.dataset })).id;
        return api.createDatasetItems(id, given, options);
      },
    };
    const { items, problems, problemCount } = await importDatasetFile(sender, flags.dataset, opened.file, {
      columns,
      replace,
      dryRun,
    });
    for (const { number, message } of problems.slice(0, shownProblems)) {
      terminal.notices.write(`Row ${number}: ${message}\n`);
    }
    if (problemCount > shownProblems) terminal.notices.write(`and ${problemCount - shownProblems} more rows\n`);
    const skipped = problemCount === 0 ? "" : `, ${problemCount} skipped`;
    terminal.output.write(`${dryRun === true ? "Would import" : "Imported"} ${items} items${skipped}.\n`);
    if (items === 0) throw new CommandError(`${path} has no rows that can be imported.`);
  } catch (error) {
    throw explainServiceError(error);
  } finally {
    await opened.close();
    await client.shutdown();
  }
}

/** Writes the items of a dataset to a file that does not exist yet. */
export async function exportDataset(path: string, flags: DatasetExportFlags, terminal: Terminal): Promise<void> {
  const format = formats[extname(path).toLowerCase()];
  if (format === undefined)
    throw new CommandError(`The file name must end with one of ${Object.keys(formats).join(", ")}.`);
  const version = flags.at === undefined ? undefined : Number(flags.at);
  if (version !== undefined && !Number.isSafeInteger(version)) throw new CommandError("--at must be a version number.");
  const { exportDatasetFile } = await import("@threadline/core/dataset-files");
  const { client } = openService(flags, terminal, neededKey);
  try {
    const id = (await findDataset(client.api, { dataset: flags.dataset })) ?? "";
    const blob = await exportDatasetFile(client.api, id, format, { version, split: flags.split });
    await writeFile(path, new Uint8Array(await blob.arrayBuffer()), { flag: "wx" });
    terminal.output.write(`Exported to ${path}.\n`);
  } catch (error) {
    throw explainServiceError(error);
  } finally {
    await client.shutdown();
  }
}

function readColumns(texts: readonly string[]): ColumnUses {
  return Object.fromEntries(
    texts.map((text) => {
      const split = text.lastIndexOf("=");
      if (split < 1)
        throw new CommandError(
          "--column must assign a column of the file to a field of the item, such as question=input.key.",
        );
      // The text after `=` may be invalid despite the cast. The import checks it.
      return [text.slice(0, split), text.slice(split + 1) as ColumnUses[string]];
    }),
  );
}

/** Returns the id of the dataset with this name or id. Resolves to null if there is none and `create` is set. */
async function findDataset(
  api: Pick<Api, "getDatasets">,
  { dataset: name, create }: Pick<DatasetImportFlags, "create" | "dataset">,
): Promise<string | null> {
  const found = (await api.getDatasets()).find((each) => each.name === name || each.id === name);
  if (found) return found.id;
  if (create === true) return null;
  const advice = create === undefined ? "" : " Set --create to create it.";
  throw new CommandError(`Dataset ${JSON.stringify(name)} not found.${advice}`);
}

async function openFile(path: string): Promise<{ readonly file: DatasetFile; close(): Promise<void> }> {
  const handle = await open(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  });
  const { size } = await handle.stat();
  const file: DatasetFile = {
    name: basename(path),
    size,
    // Node and the web define different types for this stream, but both are the same class at run time.
    stream: () => Readable.toWeb(createReadStream(path)) as ReturnType<DatasetFile["stream"]>,
    slice: (start, end = size) => ({
      async arrayBuffer() {
        const buffer = new ArrayBuffer(end - start);
        await handle.read(new Uint8Array(buffer), 0, end - start, start);
        return buffer;
      },
    }),
  };
  return { file, close: () => handle.close() };
}
