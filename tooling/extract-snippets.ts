export interface Snippet {
  language: "ts" | "sh";
  /**
   * Reason why the block is only compiled (`ts`) or parsed (`sh`): the `<reason>` of `no-run: <reason>` after its
   * language.
   */
  notRun: string | null;
  text: string;
  /** File and line of the code's start. */
  path: string;
  line: number;
}

const opening = /^(?<prefix>\s*\*? ?)```(?<info>\S.*?)\s*$/u;
const fence = /^(?<language>ts|sh)(?: no-run: (?<reason>\S.*))?$/u;
/** Languages of blocks that are not executed. */
const data = new Set(["ebnf", "graphql", "json"]);
/** A block in another language, or with packages that are not installed here, with the reason why it is not run. */
const foreign = /^(?:python|js|nginx) no-run: \S/u;
/** A query of a list, which `documented-queries.test.ts` reads. */
const query = /^query \w+$/u;

/** The fenced `ts` and `sh` blocks of a Markdown file, or of the doc comments of a source file. */
export function extractSnippets(path: string, content: string): Snippet[] {
  const snippets: Snippet[] = [];
  const lines = content.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    if (/^\s*\* @example$/u.test(text) && !opening.test(lines[index + 1] ?? ""))
      throw new Error(`${path}:${index + 1}: an @example starts with a fenced ts block, so that it can be run`);
    const { prefix = "", info } = opening.exec(text)?.groups ?? {};
    if (info === undefined || data.has(info) || foreign.test(info) || query.test(info)) continue;
    const { language, reason = null } = fence.exec(info)?.groups ?? {};
    if (language === undefined)
      throw new Error(
        `${path}:${index + 1}: write ts, sh, js, python or nginx, with "no-run: <reason>" where it cannot be run`,
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
