import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command.ts";

test("any id is one argument of the command", () => {
  const id = `a'; echo "$HOME" \`id\` #\n`;
  const command = curlCommand({ endpoint: "http://localhost/api/graphql", query: "query { a }", variables: { id } });
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8", env: { THREADLINE_API_KEY: "k" } }).split("\0");
  expect(words.slice(0, -1)).toEqual([
    "http://localhost/api/graphql",
    "-H",
    "content-type: application/json",
    "-H",
    "x-api-key: k",
    "-d",
    JSON.stringify({ query: "query { a }", variables: { id } }),
  ]);
});
