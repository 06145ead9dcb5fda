import { expect, test } from "vitest";
import { pnpmCommand } from "./pnpm-command.ts";

test.each([
  ["/home/ann/pnpm/pnpm", ["/home/ann/pnpm/pnpm"]],
  ["/home/ann/pnpm/bin/pnpm.cjs", [process.execPath, "/home/ann/pnpm/bin/pnpm.cjs"]],
  ["/usr/lib/node_modules/npm/bin/npm-cli.js", ["npx", "-y", "pnpm@12"]],
  [undefined, ["npx", "-y", "pnpm@12"]],
])("the pnpm that runs the process is used again, if there is one: %s", (running, command) => {
  expect(pnpmCommand(running === undefined ? {} : { npm_execpath: running })).toEqual(command);
});
