import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseJson } from "../json/parse-json.ts";
import { readExportedRecord } from "../records/exported-record.ts";
import type { ExportedRecord } from "../store/store.ts";
import { CommandError } from "./command-error.ts";
import type { ProjectFlags } from "./key-commands.ts";
import { readLines } from "./read-lines.ts";
import type { Terminal } from "./terminal.ts";
import { findProject, withStore } from "./with-store.ts";

const maxLineBytes = 64 * 1024 * 1024;

/** Writes every record of a project as a JSON line, `{"kind":...,"record":...}`. */
export async function exportRecords(
  flags: ProjectFlags & { readonly output?: string | undefined },
  terminal: Terminal,
): Promise<void> {
  let count = 0;
  await withStore(flags, terminal, {
    run: async (store) => {
      const project = await findProject(store, flags.project);
      async function* lines(): AsyncGenerator<string> {
        for await (const record of store.exportRecords(project.id)) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      if (flags.output === undefined) await pipeline(Readable.from(lines()), terminal.output, { end: false });
      else await pipeline(Readable.from(lines()), createWriteStream(flags.output, { flags: "wx", mode: 0o600 }));
    },
  });
  terminal.notices.write(`Exported ${count} records.\n`);
}

/** Imports JSON lines into a project. Importing the same lines again changes nothing. */
export async function importRecords(
  flags: ProjectFlags & { readonly input?: string | undefined },
  terminal: Terminal,
): Promise<void> {
  if (flags.input === undefined && terminal.input.isTTY) {
    throw new CommandError("Set --input, or pipe a file: threadline import < records.jsonl");
  }
  const input = flags.input === undefined ? terminal.input : createReadStream(flags.input);
  const progress = { line: 0 };
  const count = await withStore(flags, terminal, {
    run: async (store) => {
      const project = await findProject(store, flags.project);
      return store.importRecords(project.id, parseRecords(input, progress)).catch((error: unknown) => {
        throw explainImportFailure(error, progress.line);
      });
    },
  });
  terminal.notices.write(`Imported ${count} records.\n`);
}

async function* parseRecords(
  input: AsyncIterable<Uint8Array>,
  progress: { line: number },
): AsyncGenerator<ExportedRecord> {
  for await (const { number, text } of readLines(input, { maxBytes: maxLineBytes })) {
    progress.line = number;
    yield parseRecord(number, text);
  }
}

/**
 * Adds to an error the number of the line that was read last. Records are written in batches, so the invalid record can
 * be in an earlier line.
 */
function explainImportFailure(error: unknown, line: number): unknown {
  if (!(error instanceof Error) || error instanceof CommandError || "syscall" in error) return error;
  return new CommandError(
    `A record in line ${line} or shortly before cannot be stored: ${error.message} ` +
      "Earlier batches are stored. Correct the record, then import the file again.",
  );
}

function parseRecord(number: number, text: string): ExportedRecord {
  try {
    return readExportedRecord(parseJson(text));
  } catch (error) {
    throw new CommandError(`Line ${number}: ${(error as Error).message}`);
  }
}
