/** Piece of a file that people read. */
export interface Prose {
  readonly line: number;
  readonly prose: string;
}

/** Returns what people read in a source file: comments and texts of code, all of a document but its code blocks. */
export function readProse(path: string, source: string): Prose[] {
  const lines = source.split("\n").map((prose, index) => ({ line: index + 1, prose }));
  if (path.endsWith(".md")) return withoutCodeBlocks(lines);
  if (path.endsWith(".graphql")) return lines;
  return lines.flatMap(({ line, prose }, index) => {
    const isOpening = lines[index - 1]?.prose.trim() === "/**";
    const pieces = isOpening ? [prose.replace(/^\s*\*/u, "/**")] : proseOfCode(prose);
    return pieces.map((piece) => ({ line, prose: piece }));
  });
}

function withoutCodeBlocks(lines: readonly Prose[]): Prose[] {
  let isCode = false;
  return lines.filter(({ prose }) => {
    const isFence = prose.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

const texts = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/ .*$|\/\*\*? .*$/gu;

/** A line within a block comment starts with an asterisk. */
function proseOfCode(line: string): string[] {
  const trimmed = line.trim();
  if (/^\*( |$)/u.test(trimmed)) return [trimmed];
  return (trimmed.match(texts) ?? [])
    .filter((piece) => piece.includes(" "))
    .map((piece) => piece.replace(/^`|`$/gu, ""));
}
