import ts from "typescript-5.4";

/** A piece of a file that is meant to be read by people. */
export interface Prose {
  readonly line: number;
  readonly prose: string;
}

/**
 * Returns the prose of a file. In source code, this is comments and texts; in a document, everything except code
 * blocks.
 */
export function readProse(path: string, source: string): Prose[] {
  const lines = source.split("\n").map((prose, index) => ({ line: index + 1, prose }));
  if (path.endsWith(".md")) return withoutCodeBlocks(lines);
  if (path.endsWith(".graphql")) return lines;
  const linesOfCode = lines.flatMap(({ line, prose }, index) => {
    const isOpening = lines[index - 1]?.prose.trim() === "/**";
    const pieces = isOpening ? [prose.replace(/^\s*\*/u, "/**")] : proseOfCode(prose);
    return pieces.map((piece) => ({ line, prose: piece }));
  });
  return [...linesOfCode, ...longTemplates(path, source)];
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

/** Returns the prose in a line of code. A line inside a block comment starts with an asterisk. */
function proseOfCode(line: string): string[] {
  const trimmed = line.trim();
  if (/^\*( |$)/u.test(trimmed)) return [trimmed];
  return (trimmed.match(texts) ?? [])
    .filter((piece) => piece.includes(" "))
    .map((piece) => piece.replace(/^`|`$/gu, ""));
}

/** Returns the texts of template literals that have several lines, without their expressions. */
function longTemplates(path: string, source: string): Prose[] {
  if (!source.includes("`")) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const found: Prose[] = [];
  const visit = (node: ts.Node): void => {
    const isLong = ts.isTemplateLiteral(node) && node.getText(file).includes("\n");
    if (isLong) found.push(...textsOf(node).flatMap((piece) => linesOf(piece, file)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textsOf(template: ts.TemplateLiteral): ts.Node[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template];
  return [template.head, ...template.templateSpans.map(({ literal }) => literal)];
}

function linesOf(node: ts.Node, file: ts.SourceFile): Prose[] {
  const start = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
  const lines = node.getText(file).split("\n");
  return lines.map((prose, index) => ({ line: start + index + 1, prose }));
}
