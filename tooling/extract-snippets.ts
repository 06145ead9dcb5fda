export interface Snippet {
  language: "ts" | "sh";
  /**
   * Reason why the block is not run, from `no-run: <reason>` after its language. A `ts` block is then only compiled,
   * and a `sh` block only parsed. Null if the block is run.
   */
  notRun: string | null;
  text: string;
  /** File that contains the block. `line` is the first line of its code. */
  path: string;
  line: number;
}

const opening = /^(?<prefix>\s*\*? ?)```(?<info>\S.*?)\s*$/u;
const fence = /^(?<language>ts|sh)(?: no-run: (?<reason>\S.*))?$/u;
const data = new Set(["ebnf", "graphql", "json"]);
/**
 * Matches the info string of a code block that is not run: a block in another language, or one that needs packages that
 * are not installed. It must contain the reason.
 */
const foreign = /^(?:python|js|html|nginx|yaml) no-run: \S/u;
/**
 * Matches the info string of a block with a search query, such as `query steps`. `documented-queries.test.ts` checks
 * these blocks.
 */
const query = /^query \w+$/u;

/** Returns the `ts` and `sh` blocks of a Markdown file, or of the doc comments in a source file. */
export function extractSnippets(path: string, content: string): Snippet[] {
  const snippets: Snippet[] = [];
  const lines = content.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    if (/^\s*\* @example$/u.test(text) && !opening.test(lines[index + 1] ?? ""))
      throw new Error(`${path}:${index + 1}: an @example must start with a fenced ts block, so that it can be run`);
    const { prefix = "", info } = opening.exec(text)?.groups ?? {};
    if (info === undefined || data.has(info) || foreign.test(info) || query.test(info)) continue;
    const { language, reason = null } = fence.exec(info)?.groups ?? {};
    if (language === undefined)
      throw new Error(
        `${path}:${index + 1}: use the language ts, sh, js, html, python, nginx or yaml, and add "no-run: <reason>" if the block cannot be run`,
      );
    const start = index + 1;
    const end = lines.findIndex((line, at) => at >= start && line.trim().replace(/^\*\s*/u, "") === "```");
    if (end < 0) throw new Error(`${path}:${index + 1}: the code block is never closed`);
    const body = lines.slice(start, end).map((line) => (line.trim() === "*" ? "" : line.slice(prefix.length)));
    snippets.push({
      language: language === "sh" ? "sh" : "ts",
      notRun: reason,
      text: body.join("\n"),
      path,
      line: start + 1,
    });
    index = end;
  }
  return snippets;
}
