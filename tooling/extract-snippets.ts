export interface Snippet {
  language: "ts" | "sh";
  /** `ts no-run` is compiled and not run: it needs something that the check has not, such as a provider's key. */
  isRun: boolean;
  text: string;
  /** The file and the line where the code begins. */
  path: string;
  line: number;
}

const fence = /^(?<prefix>\s*\*? ?)```(?<language>ts|sh)(?<mode> no-run)?\s*$/u;

/** The fenced `ts` and `sh` blocks of a Markdown file, or of the doc comments of a source file. */
export function extractSnippets(path: string, content: string): Snippet[] {
  const snippets: Snippet[] = [];
  const lines = content.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    if (/^\s*\* @example$/u.test(text) && !fence.test(lines[index + 1] ?? ""))
      throw new Error(`${path}:${index + 1}: an @example begins with a fenced ts block, so that it can be run`);
    const opening = fence.exec(text)?.groups;
    if (!opening) continue;
    const prefix = opening["prefix"] ?? "";
    const start = index + 1;
    const end = lines.findIndex((line, at) => at >= start && line.trim().replace(/^\*\s*/u, "") === "```");
    if (end < 0) throw new Error(`${path}:${index + 1}: the code block is never closed`);
    const body = lines.slice(start, end).map((line) => (line.trim() === "*" ? "" : line.slice(prefix.length)));
    snippets.push({
      language: opening["language"] === "sh" ? "sh" : "ts",
      isRun: opening["mode"] === undefined,
      text: body.join("\n"),
      path,
      line: start + 1,
    });
    index = end;
  }
  return snippets;
}
