import { basename, extname } from "node:path";

/**
 * Returns the command that runs pnpm. If this process was started by pnpm, it is the same pnpm. Otherwise, it is `npx`,
 * which needs some seconds to start.
 */
export function pnpmCommand(environment: NodeJS.ProcessEnv = process.env): [program: string, ...parameters: string[]] {
  // npm and npx also set this variable.
  const running = environment["npm_execpath"] ?? "";
  const extension = extname(running);
  if (basename(running, extension) !== "pnpm") return ["npx", "-y", "pnpm@12"];
  return [".js", ".cjs", ".mjs"].includes(extension) ? [process.execPath, running] : [running];
}
