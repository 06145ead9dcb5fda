import { isPathCharacter, isTextCharacter, isValueCharacter, operatorWords } from "./parse-query.ts";
import type { QueryNode, QueryTest, QueryValue } from "./query-tree.ts";

const signs = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Formats a query. Parsing the result gives the same tree. */
export function formatQuery(node: QueryNode): string {
  switch (node.kind) {
    case "and":
      // Texts that follow each other are joined by `AND`. Without it, the two texts `late` and `refund` would look like
      // one text: `late refund`.
      return node.nodes
        .map((each, index) => (isText(each) && isText(node.nodes[index - 1]) ? `AND ${grouped(each)}` : grouped(each)))
        .join(" ");
    case "or":
      return node.nodes.map(grouped).join(" OR ");
    case "not":
      return `-${grouped(node.node)}`;
    case "text":
      return isPlainText(node.text) ? node.text : quoted(node.text);
    case "term": {
      const path = node.path === undefined ? "" : `.${formatPath(node.path)}`;
      return `${node.field}${path}:${formatTest(node.test)}`;
    }
  }
}

function isText(node: QueryNode | undefined): boolean {
  return node?.kind === "text";
}

function grouped(node: QueryNode): string {
  const text = formatQuery(node);
  return node.kind === "and" || node.kind === "or" ? `(${text})` : text;
}

function formatPath(path: string): string {
  return path !== "" && Array.from(path).every(isPathCharacter) ? path : quoted(path);
}

function formatTest(test: QueryTest): string {
  switch (test.kind) {
    case "is":
      return test.values.map(formatValue).join(",");
    case "compare":
      return `${signs[test.operator]}${formatText(test.text)}`;
    case "range":
      return `${formatEnd(test.from)}..${formatEnd(test.to)}`;
  }
}

function formatEnd(text: string | null): string {
  return text === null ? "*" : formatText(text);
}

function formatValue(value: QueryValue): string {
  if (value.kind === "any") return "*";
  return value.kind === "contains" ? `*${formatText(value.text)}*` : formatText(value.text);
}

function formatText(text: string): string {
  const isPlain = text !== "" && Array.from(text).every(isValueCharacter) && !/^[<>=.]|\.\.|\.$/u.test(text);
  return isPlain ? text : quoted(text);
}

function isPlainText(text: string): boolean {
  const isPlain = text !== "" && Array.from(text).every(isTextCharacter) && !/^-|[:*]/u.test(text);
  return isPlain && !operatorWords.has(text);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;
}

/** Formats a path or an exact value. Adds quotes if necessary. */
export function quoteQueryText(text: string, kind: "path" | "value"): string {
  return kind === "path" ? formatPath(text) : formatText(text);
}
