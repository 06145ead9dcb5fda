import { expect, test } from "vitest";
import { extractSnippets } from "./extract-snippets.ts";

test("extractSnippets finds the ts and sh blocks of a Markdown file", () => {
  const content = ["# Title", "```ts", "const one = 1;", "```", "```json", "{}", "```", "```sh", "ls", "```"].join(
    "\n",
  );
  expect(extractSnippets("README.md", content)).toEqual([
    { language: "ts", notRun: null, text: "const one = 1;", path: "README.md", line: 3 },
    { language: "sh", notRun: null, text: "ls", path: "README.md", line: 9 },
  ]);
});

test("extractSnippets strips the margin of a doc comment", () => {
  const content = ["/**", " * ```ts", " * if (one) {", " *", " *   two();", " * }", " * ```", " */"].join("\n");
  expect(extractSnippets("a.ts", content).map((snippet) => snippet.text)).toEqual(["if (one) {\n\n  two();\n}"]);
});

test("extractSnippets gives the reason why a block is not run", () => {
  const [snippet] = extractSnippets("README.md", "```ts no-run: needs Docker\nx;\n```");
  expect(snippet?.notRun).toBe("needs Docker");
});

test("extractSnippets rejects a `no-run` block that gives no reason, and a block in an unknown language", () => {
  for (const info of ["ts no-run", "ts no-run:", "sh norun", "typescript", "js", "bash", "ts title"]) {
    expect(() => extractSnippets("README.md", `\`\`\`${info}\nx;\n\`\`\``)).toThrow("README.md:1");
  }
});
test("extractSnippets refuses a block that is never closed", () => {
  expect(() => extractSnippets("README.md", "```ts\nx;")).toThrow("README.md:1: the code block is never closed");
});

test("extractSnippets refuses an example that could not be run", () => {
  expect(() => extractSnippets("a.ts", "/**\n * @example\n * one();\n */")).toThrow(
    "a.ts:2: an @example must start with",
  );
});
