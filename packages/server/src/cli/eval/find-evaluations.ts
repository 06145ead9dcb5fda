import { glob } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DefinedEvaluation } from "@threadline/core";
import { CommandError } from "../command-error.ts";

/**
 * Loads the files that match the patterns, and returns the evaluations that they export.
 *
 * @throws {CommandError} if a pattern matches no file, or a file exports no evaluation.
 */
export async function findEvaluations(patterns: readonly string[], folder: string): Promise<DefinedEvaluation[]> {
  const evaluations = new Set<DefinedEvaluation>();
  for (const path of await findFiles(patterns, folder)) {
    // oxlint-disable-next-line no-await-in-loop -- modules are loaded in order
    const exported = Object.values(await load(path, relative(folder, path))).flat();
    const found = exported.filter(isEvaluation);
    if (found.length === 0) {
      throw new CommandError(
        `${relative(folder, path)} exports no evaluation; see defineEvaluation of @threadline/core.`,
      );
    }
    for (const evaluation of found) evaluations.add(evaluation);
  }
  return [...evaluations];
}

async function findFiles(patterns: readonly string[], folder: string): Promise<string[]> {
  const paths = new Set<string>();
  for (const pattern of patterns) {
    const found: string[] = [];
    for await (const path of glob(pattern, { cwd: folder, exclude: isInstalled })) found.push(resolve(folder, path));
    if (found.length === 0) throw new CommandError(`No file matches ${JSON.stringify(pattern)}.`);
    for (const path of found.toSorted()) paths.add(path);
  }
  return [...paths];
}

function isInstalled(name: string): boolean {
  return name === "node_modules";
}

async function load(path: string, name: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new CommandError(`${name} needs Node 22.18 or later, or NODE_OPTIONS="--import tsx", to load TypeScript.`, {
        cause: error,
      });
    }
    throw new CommandError(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Whether a value was created by `defineEvaluation`, possibly by another copy of the SDK. */
function isEvaluation(value: unknown): value is DefinedEvaluation {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Partial<DefinedEvaluation>).kind === "threadline.evaluation"
  );
}
