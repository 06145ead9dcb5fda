import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../published-packages.ts";

const execute = promisify(execFile);

/** Runs a program. Resolves to its output, and rejects with the output if the program fails. */
export type Runner = (cwd: string, program: string, ...parameters: string[]) => Promise<string>;

/**
 * User and group id with which programs run if this process is root: those of `nobody`. Null if this process is not
 * root.
 */
export const ordinaryUser: number | null = process.getuid?.() === 0 ? 65_534 : null;

/**
 * Returns an environment without our settings, without the npm configuration, and without the programs of the
 * workspace.
 */
export function environment(options: { readonly home?: string; readonly programs?: string }): NodeJS.ProcessEnv {
  const { home, programs } = options;
  const registry = execFileSync("npm", ["config", "get", "registry"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|THREADLINE_|XDG_|OPENAI_|NODE_OPTIONS|VITEST)/i.test(name),
  );
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !/node_modules|pnpm/.test(path));
  return {
    ...Object.fromEntries(kept),
    ...(home === undefined
      ? { npm_config_userconfig: process.env["npm_config_userconfig"] }
      : { HOME: home, npm_config_registry: registry.trim() }),
    PATH: [...(programs === undefined ? [] : [programs]), ...folders].join(delimiter),
    CI: "true",
    NO_COLOR: "1",
  };
}

/** Creates a runner. If a home folder is given, programs run as an ordinary user. */
export function createRunner(options: { readonly home?: string; readonly programs?: string }): Runner {
  const env = environment(options);
  const user = options.home === undefined || ordinaryUser === null ? {} : { uid: ordinaryUser, gid: ordinaryUser };
  return async (cwd, program, ...parameters) => {
    try {
      const { stdout } = await execute(program, parameters, { cwd, env, ...user, maxBuffer: 2 ** 26 });
      return stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }; // errors of `execFile` have these fields
      throw new Error(`$ ${program} ${parameters.join(" ")}\n${stdout}${stderr}`, { cause: error });
    }
  };
}

function git(cwd: string, ...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** Copies the files of the working tree, whether or not git tracks them, and creates a repository of the copies. */
export async function copyWorkingTree(target: string): Promise<void> {
  const deleted = new Set(git(root, "ls-files", "--deleted", "-z").split("\0"));
  const paths = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0");
  await mkdir(target);
  for (const path of new Set(paths)) {
    if (path !== "" && !deleted.has(path)) await cp(join(root, path), join(target, path));
  }
  git(target, "init", "--quiet");
  git(target, "add", "--all");
  const author = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"];
  git(target, ...author, "commit", "--quiet", "--message", "rehearsal");
}
