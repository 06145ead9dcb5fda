/**
 * Checks that prose uses plain English: documents, SDL descriptions, UI text, messages, comments and test titles. Also
 * rejects doc comments that only repeat the code.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findAvoidedWords } from "./avoided-words.ts";
import { findEmptyComments } from "./find-empty-comments.ts";
import { root } from "./published-packages.ts";

const text = /\.(ts|tsx|md|graphql)$/u;
/** Files that are not checked: generated files, and the list of words with its test. */
const ignored =
  /(^|\/)generated\/|schema\.graphql$|api\.d\.ts$|resolver-types\.ts$|^tooling\/avoided-words(\.test)?\.ts$/u;

function findings(path: string): string[] {
  const source = readFileSync(join(root, path), "utf8");
  const empty = /\.tsx?$/u.test(path) ? findEmptyComments(path, source) : [];
  return [
    ...empty.map(({ line, comment }) => `${path}:${line} repeats the code: "${comment}"; delete it`),
    ...findAvoidedWords(path, source).map(
      ({ line, words, instead }) => `${path}:${line} says "${words}"; write instead: ${instead}`,
    ),
  ];
}

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
for (const path of listed.split("\0").filter((name) => text.test(name) && !ignored.test(name))) {
  if (!existsSync(join(root, path))) continue;
  for (const line of findings(path)) {
    console.error(line);
    process.exitCode = 1;
  }
}
