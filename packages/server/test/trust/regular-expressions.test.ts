import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isSafePattern } from "redos-detector";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");

/** A regular expression of published code, with its location; `null` if it is dynamic. */
interface Found {
  readonly file: string;
  readonly pattern: string | null;
  readonly flags: string;
}

/** Files with expressions that could take superlinear time, and the reason why they do not. */
const bounded: Readonly<Record<string, string>> = {
  "packages/server/src/records/accounts.ts": "an address has 254 characters at most, and is measured first",
  "packages/server/src/graphql/empty-batch.ts": "a document has 500 characters at most, and is measured first",
  "packages/server/src/web/web-files.ts": "a path, which the limit of headers bounds at 16 kB",
  "packages/server/src/web/web-page.ts": "our own page",
  "packages/server/src/telemetry/open-telemetry.ts": "a setting of the operator",
  "packages/server/src/config/base-path.ts": "a setting of the operator",
  "packages/server/src/config/setting-types.ts": "a setting of the operator",
  "packages/server/src/accounts/sso-options.ts": "a setting of the operator",
  "packages/core/src/configuration.ts": "a setting of the host",
  "packages/server/src/config/s3-location.ts": "a setting of the operator",
  "packages/server/src/files/s3-bucket.ts": "put together from names of our own",
  "packages/server/src/doctor/check-service.ts": "metrics of the operator's own service",
  "packages/server/src/cli/location-name.ts": "a setting of the operator",
  "packages/openai/src/mapping/embeddings.ts": "the end of a text that the provider sent, in the host's own process",
  "packages/core/src/transport/disabled-transport.ts": "documents of the SDK itself",
  "apps/web/src/pages/thread/thread-data.ts": "the address of the page",
  "apps/web/src/pages/dashboard/mark.ts": "a tag, whose length the service limits",
  "apps/web/src/pages/prompts/template-text.tsx": "a run ends at the next brace, where the next try begins",
  "apps/web/src/pages/logs/marked.tsx": "the words of a search, escaped",
  "apps/web/src/pages/thread/mark-text.tsx": "the text of a search, escaped",
  "apps/web/src/ui/markdown/math-ranges.ts": "a formula has 2,000 characters at most, and ends at the next delimiter",
  "apps/web/src/pages/thread/content/chat-message.ts": "the text was parsed as JSON first, so each of its strings ends",
  "packages/server/src/store/comparable-text.ts": "a run of backslashes is tried from its beginning alone",
  "packages/server/src/cli/import/langchain-prompt.ts": "a run ends at the next brace, where the next try begins",
  "packages/server/src/cli/import/source-api.ts": "an address that the person who imports gave",
  "packages/server/src/cli/import/sources/phoenix.ts": "a time of the source, in the process of the person who imports",
  "packages/server/src/cli/connect/connect-command.ts": "settings of the person who runs the command",
  "packages/server/src/cli/connect/edit-env-file.ts": "settings of the person who runs the command",
  "packages/server/src/cli/connect/edit-json.ts": "settings of the person who runs the command",
  "packages/core/src/otlp/otlp-exporter.ts": "a setting of the host",
  "packages/evaluation/src/parse-path.ts": "a path has 500 characters at most, and is measured first",
  "packages/core/src/evaluation/item-key.ts": "ids of the service, which have 255 characters at most",
  "packages/server/src/cli/eval/gate.ts": "an argument of the person who runs the command",
  "packages/server/src/files/media-type.ts": "tried at one position, and a media type is measured first",
};

function findIn(file: string): Found[] {
  const text = readFileSync(join(root, file), "utf8");
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, regex, callee, arguments: args } = node as Readonly<Record<string, never>>;
    if (type === "Literal" && regex !== undefined) found.push({ file, ...(regex as Omit<Found, "file">) });
    if (Object(callee).name === "RegExp") {
      const [pattern, flags] = (args as unknown as readonly { readonly value?: unknown }[]).map(({ value }) => value);
      const isKnown = typeof pattern === "string" && (flags === undefined || typeof flags === "string");
      found.push({ file, pattern: isKnown ? pattern : null, flags: isKnown ? (flags ?? "") : "" });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

const nameOf = ({ pattern, flags }: Found): string => `${pattern} ${flags}`;

/** Whether matching takes linear time. Analyzes the expression, without measuring time. */
function isLinear({ pattern, flags }: Found): boolean {
  if (pattern === null) return false;
  // Without a repetition, the number of steps of a match is limited.
  if (!/[*+]|\{\d+,\}/.test(pattern)) return true;
  const options = {
    caseInsensitive: flags.includes("i"),
    multiLine: flags.includes("m"),
    dotAll: flags.includes("s"),
    unicode: flags.includes("u") && !flags.includes("i"),
  };
  return isSafePattern(pattern, { ...options, maxScore: 200, maxSteps: 3_000, timeout: Infinity }).safe;
}

const files = globSync("{packages/*/src,apps/web/src}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/generated\/|\/conformance\//.test(file),
);
const all = files.flatMap(findIn);

test("T59: no regular expression takes superlinear time, except on bounded or operator-defined text", () => {
  expect(all.length).toBeGreaterThan(120);
  const judged = new Map(all.map((found) => [nameOf(found), found]));
  const slowOnes = new Set([...judged].filter(([, found]) => !isLinear(found)).map(([name]) => name));
  const slow = all.filter((found) => slowOnes.has(nameOf(found)));
  expect(slow.filter(({ file }) => bounded[file] === undefined)).toEqual([]);
  // Every listed exception must still exist in the code.
  expect(new Set(slow.map(({ file }) => file))).toEqual(new Set(Object.keys(bounded)));
});

test.each(["(a+)+$", "^(a|a)*$", "\\s*,\\s*$", "(.*)*x", "^(\\w+\\s?)*$"])("the detector finds %s", (pattern) => {
  expect(isLinear({ file: "", pattern, flags: "" })).toBe(false);
});
