/**
 * Finds comments that only repeat the code. Each word of such a comment occurs in the code below or around the comment,
 * or has no meaning of its own, such as `the`.
 */
import { basename } from "node:path";
import ts from "typescript-5.4";

export interface DeclaredComment {
  /** Line of the comment, starting at 1. */
  readonly line: number;
  /** Text of the comment on one line, without `/**` and the like. */
  readonly comment: string;
  /** First line of code below the comment. */
  readonly code: string;
  readonly isDoc: boolean;
  /** Stems of the words in `comment` that the code does not contain. */
  readonly newWords: readonly string[];
}

/** Words that add nothing to the name of a declaration. */
const fillers = new Set(
  `a an and any are as at be been being by can does each for from has have if in into is it its itself of on one or so
  some such than that the their them then there these this those to was were where which who will with within
  create creates created get gets give gives given make makes return returns returned read reads set sets take takes use
  used uses hold holds keep contain contains represent represents describe describes
  all single own current several two
  class constant constants enum field fields function functions interface method object objects option options parameter
  parameters property result results type types value values whether thing things kind`
    .split(/\s+/u)
    .map(stem),
);

/** Words of comments, with the words that code uses for the same meaning. */
const synonyms: Readonly<Record<string, string>> = {
  args: "argument",
  config: "configuration",
  identifier: "id",
  maximum: "max",
  millisecond: "ms",
  minimum: "min",
  number: "count",
  param: "parameter",
  string: "text",
};

/** Returns the words of a text in lower case, each reduced to its stem. Each part of a `camelCase` name is a word. */
function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/\p{L}+|\d+/gu);
  return (words ?? []).map((word) => {
    const singular = word.length > 3 ? word.replace(/s$/u, "") : word;
    return stem(synonyms[singular] ?? synonyms[word] ?? word);
  });
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  const base = word
    .replace(/ies$/u, "y")
    .replace(/(ions?|ings?|ed|ers?|ors?|es|s|e)$/u, "")
    .replace(/([b-df-hj-np-tv-z])\1$/u, "$1");
  return base.length < 3 ? word : base;
}

/** Returns the comments above declarations and statements, with the words that the code below does not contain. */
export function readComments(path: string, source: string): DeclaredComment[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: DeclaredComment[] = [];
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    const comment = commentAbove(node, source);
    if (comment && !seen.has(comment.pos)) {
      seen.add(comment.pos);
      const text = source.slice(comment.pos, comment.end);
      const known = new Set([...fillers, ...wordsOf(`${basename(path)} ${knownText(node, file)}`)]);
      found.push({
        line: file.getLineAndCharacterOfPosition(comment.pos).line + 1,
        comment: plainText(text),
        code: node.getText(file).split("\n", 1)[0] ?? "",
        isDoc: text.startsWith("/**"),
        newWords: [...new Set(wordsOf(plainText(text)))].filter((word) => !known.has(word)),
      });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** Returns the doc comments that contain no new word. Line comments are not checked, because they give reasons. */
export function findEmptyComments(path: string, source: string): DeclaredComment[] {
  return readComments(path, source).filter(({ isDoc, newWords }) => isDoc && newWords.length === 0);
}

function commentAbove(node: ts.Node, source: string): { pos: number; end: number } | undefined {
  const ranges = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  // If an empty line follows a comment, the comment describes the file and not the declaration, so it is not returned.
  if (last === undefined || source.slice(last.end, node.getStart()).split("\n").length > 2) return undefined;
  const first = isLine(last) ? ranges[ranges.findLastIndex((range) => !isLine(range)) + 1] : last;
  return { pos: first?.pos ?? last.pos, end: last.end };
}

/** Returns the names and types of a declaration, and the names of the declarations that enclose it. */
function knownText(node: ts.Node, file: ts.SourceFile): string {
  const enclosing: string[] = [];
  for (let parent = node.parent; parent !== file; parent = parent.parent) {
    const name = (parent as { name?: ts.Node }).name;
    if (name && ts.isIdentifier(name)) enclosing.push(name.text);
  }
  return [signatureOf(node, file), ...enclosing].join(" ");
}

function signatureOf(node: ts.Node, file: ts.SourceFile): string {
  let text = "";
  const add = (part: ts.Node): void => {
    if (ts.isBlock(part) || ts.isClassElement(part) || ts.isTypeElement(part)) return;
    if (ts.isArrowFunction(part) && !ts.isBlock(part.body)) {
      for (const parameter of part.parameters) add(parameter);
      return;
    }
    if (part.getChildCount(file) === 0) text += ` ${part.getText(file)}`;
    for (const child of part.getChildren(file)) if (!ts.isJSDoc(child)) add(child);
  };
  for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) add(child);
  return text.slice(0, 400);
}

function isLine({ kind }: ts.CommentRange): boolean {
  return kind === ts.SyntaxKind.SingleLineCommentTrivia;
}

function plainText(comment: string): string {
  return comment
    .replaceAll(/^\s*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gmu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
