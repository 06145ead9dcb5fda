import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { checkTarget } from "./check-target.ts";
import { codingAgents, type CodingAgent, type ConfiguredFile, type Target } from "./coding-agents.ts";
import { readVariable } from "./read-variable.ts";
import { renderDiff } from "./render-diff.ts";

export interface ConnectFlags {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly content?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Default: true. */
  readonly check?: boolean | undefined;
  readonly undo?: boolean | undefined;
}

/** A file before and after the change. The text is empty if the file does not exist. */
interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export async function connect(name: string, flags: ConnectFlags, terminal: Terminal): Promise<void> {
  const agent = Object.hasOwn(codingAgents, name) ? codingAgents[name] : undefined;
  if (agent === undefined) {
    throw new CommandError(`Unknown program "${name}". Use one of ${Object.keys(codingAgents).join(", ")}.`);
  }
  const files = agent.files(terminal.env, readVariable(terminal.env, "HOME") ?? homedir());
  const target = flags.undo === true ? null : readTarget(agent, flags, terminal.env);
  const changes = await Promise.all(files.map((file) => plan(file, target)));
  if (target !== null && flags.check !== false) {
    const project = await checkTarget(target);
    terminal.notices.write(`${target.url} accepts the key: project ${project}.\n`);
  }
  const needed = changes.filter(({ before, after }) => before !== after);
  if (needed.length === 0) {
    terminal.notices.write(target ? `${agent.title} is already connected.\n` : `${agent.title} is not connected.\n`);
    return;
  }
  for (const { path, before, after } of needed) {
    terminal.output.write(`${path}\n${hideKeys(renderDiff(before, after))}\n`);
  }
  if (flags.yes !== true && !(await isConfirmed(terminal))) {
    terminal.notices.write("Nothing was changed.\n");
    return;
  }
  for (const change of needed) await write(change, target === null);
  terminal.notices.write(
    target ? `${agent.title} is connected. ${agent.advice(files)}\n` : `${agent.title} is disconnected.\n`,
  );
}

function readTarget(agent: CodingAgent, { url, key, content = false }: ConnectFlags, env: Terminal["env"]): Target {
  const address = url ?? readVariable(env, "THREADLINE_URL") ?? "http://127.0.0.1:4000";
  const secret = key ?? readVariable(env, "THREADLINE_API_KEY");
  if (!URL.canParse(address) || !/^https?:\/\//u.test(address)) {
    throw new CommandError(`--url must be an http or https URL, not "${address}".`);
  }
  if (secret === undefined || secret === "") {
    throw new CommandError(
      "An API key is missing. Create one with `threadline key create --name agents --scopes ingest`, and set THREADLINE_API_KEY or --key.",
    );
  }
  // OpenTelemetry configures headers as one list of names and values, so the key must not contain separators.
  if (!/^[\w.~-]+$/u.test(secret))
    throw new CommandError("The key contains characters that are not allowed in API keys.");
  if (agent.alwaysSends !== null && !content) {
    throw new CommandError(
      `${agent.title} always sends ${agent.alwaysSends}, even without --content. Add --content to allow this.`,
    );
  }
  return { url: address.replace(/\/+$/u, ""), key: secret, sendsContent: content };
}

async function plan(file: ConfiguredFile, target: Target | null): Promise<Change> {
  const before = (await readText(file.path)) ?? "";
  if (target !== null) return { path: file.path, before, after: file.connect(before, target) };
  const original = await readText(backupOf(file.path));
  // `connect` creates a backup when it first changes a file. If there is no backup, there is nothing to undo.
  if (original === null) return { path: file.path, before, after: before };
  if (before === "") return { path: file.path, before, after: original };
  const restored = file.disconnect(before, original);
  // `connect` may have reformatted the file, so `original` is also compared in the new format (`formatted`). If the
  // restored text has the lines of either, only `connect` has changed the file. The result is then the exact text of
  // the backup.
  const formatted = file.disconnect(file.connect(original, anyTarget), original);
  const isUnchanged = hasSameLines(restored, original) || hasSameLines(restored, formatted);
  return { path: file.path, before, after: isUnchanged ? original : restored };
}

const anyTarget: Target = { url: "", key: "", sendsContent: true };

function hasSameLines(one: string, other: string): boolean {
  return sortLines(one) === sortLines(other);
}

function sortLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim().replace(/,$/u, ""));
  return lines.toSorted().join("\n");
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

function backupOf(path: string): string {
  return `${path}.before-threadline`;
}

/**
 * Replaces a file atomically. The first change creates a backup, which is empty if the file did not exist. `--undo`
 * deletes the backup.
 */
async function write({ path, before, after }: Change, isUndo: boolean): Promise<void> {
  const backup = backupOf(path);
  if (after === "") {
    await rm(path, { force: true });
  } else {
    // The file may be a symbolic link into a dotfiles folder.
    const target = await realpath(path).catch(() => path);
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => 0o600,
    );
    await mkdir(dirname(target), { recursive: true });
    if (!isUndo) await writeFile(backup, before, { mode, flag: "wx" }).catch(ignoreExisting);
    const temporary = `${target}.threadline-new`;
    await writeFile(temporary, after, { mode });
    await chmod(temporary, mode);
    await rename(temporary, target);
  }
  if (isUndo) await rm(backup, { force: true });
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

function hideKeys(text: string): string {
  return text.replaceAll(/(x-api-key"?\s*=\s*"?)([\w.~-]{1,6})[\w.~-]*/gu, "$1$2…");
}

async function isConfirmed({ input, notices }: Terminal): Promise<boolean> {
  if (input.isTTY !== true) throw new CommandError("Nothing was changed. Add --yes to apply the change.");
  const reader = createInterface({ input, output: notices });
  try {
    return /^y(es)?$/iu.test((await reader.question("Apply? [y/N] ")).trim());
  } finally {
    reader.close();
  }
}
