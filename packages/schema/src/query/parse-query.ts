import { QueryError, type QueryProblemValues } from "./query-error.ts";
import type { QueryProblem } from "./query-messages.ts";
import { queryLimits, type QueryNode, type QueryTerm, type QueryTest, type QueryValue } from "./query-tree.ts";

const operators = [
  [">=", "gte"],
  ["<=", "lte"],
  [">", "gt"],
  ["<", "lt"],
] as const;

/** Parses a query; returns null for blank text. Throws a {@link QueryError}. */
export function parseQuery(text: string): QueryNode | null {
  if (text.length > queryLimits.length) {
    const place = { start: queryLimits.length, end: text.length };
    throw new QueryError("tooLong", place, { limit: String(queryLimits.length) });
  }
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): QueryNode | null {
    this.#skipSpace();
    if (this.#at === this.#text.length) return null;
    const node = this.#readOr(0);
    if (this.#at < this.#text.length) throw this.#error("unopenedGroup", 1);
    return node;
  }

  #readOr(depth: number): QueryNode {
    const nodes = [this.#readAnd(depth)];
    while (this.#takeWord("OR")) nodes.push(this.#readAnd(depth));
    return join("or", nodes);
  }

  #readAnd(depth: number): QueryNode {
    const nodes = [this.#readNot(depth)];
    while (this.#takeWord("AND") || !this.#isAtEnd()) nodes.push(this.#readNot(depth));
    return join("and", nodes);
  }

  #readNot(depth: number): QueryNode {
    if (depth > queryLimits.depth) {
      throw this.#error("tooDeep", 1, { limit: String(queryLimits.depth) });
    }
    const start = this.#at;
    if (this.#takeWord("NOT")) return { kind: "not", node: this.#readNot(depth + 1) };
    if (!this.#take("-")) return this.#readPrimary(depth);
    if (this.#at === this.#text.length || this.#isSpace()) {
      this.#at = start;
      throw this.#error("minusAlone", 1);
    }
    return { kind: "not", node: this.#readNot(depth + 1) };
  }

  #readPrimary(depth: number): QueryNode {
    const start = this.#at;
    if (this.#take("(")) {
      this.#skipSpace();
      if (this.#peek() === ")") throw this.#error("emptyGroup", 1);
      if (this.#at === this.#text.length) throw new QueryError("unfinishedGroup", { start, end: start + 1 });
      const node = this.#readOr(depth + 1);
      if (!this.#take(")")) {
        this.#at = start;
        throw this.#error("unclosedGroup", 1);
      }
      this.#skipSpace();
      return node;
    }
    const node = this.#readTerm() ?? this.#readText();
    this.#endTerm(start);
    return node;
  }

  #readTerm(): QueryTerm | undefined {
    const start = this.#at;
    const field = this.#readWhile(isNameCharacter);
    const path = field !== "" && this.#take(".") ? this.#readPath() : undefined;
    if (field === "" || path === "" || !this.#take(":")) {
      this.#at = start;
      return undefined;
    }
    const test = this.#readTest(start);
    const place = { start, end: this.#at };
    return { kind: "term", field, ...(path !== undefined && { path }), test, place };
  }

  #readPath(): string {
    return this.#peek() === '"' ? this.#readQuoted() : this.#readWhile((character) => isPathCharacter(character));
  }

  #readTest(start: number): QueryTest {
    for (const [sign, operator] of operators) {
      if (this.#take(sign)) {
        const value = this.#readValue(start);
        if (value.kind === "exact") return { kind: "compare", operator, text: value.text };
        throw this.#errorFrom(start, "compareAny", { sign });
      }
    }
    if (this.#take("..")) return this.#readRange(start, null);
    const first = this.#readValue(start);
    if (this.#take("..")) return this.#readRange(start, first);
    const values = [first];
    while (this.#take(",")) values.push(this.#readValue(start));
    return { kind: "is", values };
  }

  #readRange(start: number, first: QueryValue | null): QueryTest {
    const last = this.#isTermEnd() ? null : this.#readValue(start);
    const [from, to] = [first, last].map((value) => (value?.kind === "exact" ? value.text : null));
    if (first?.kind === "contains" || last?.kind === "contains" || (from ?? to ?? null) === null) {
      throw this.#errorFrom(start, "rangeForm");
    }
    return { kind: "range", from: from ?? null, to: to ?? null };
  }

  /** Reads a value: `"text"`, `text`, `*"text"*`, `*text*` or `*`. */
  #readValue(start: number): QueryValue {
    this.#countValue();
    if (this.#isTermEnd() || this.#peek() === "," || this.#isRangeSign()) {
      const before = this.#text.slice(start, this.#at);
      throw this.#errorFrom(start, "noValue", { before: before.slice(0, 100) });
    }
    if (this.#peek() === "(") {
      throw this.#errorFrom(start, "listForm");
    }
    const isOpen = this.#take("*");
    if (isOpen && (this.#isTermEnd() || this.#isRangeSign() || this.#peek() === ",")) return { kind: "any" };
    const text = this.#peek() === '"' ? this.#readQuoted() : this.#readBare();
    const isClosed = this.#take("*");
    if (this.#peek() === "*" || isOpen !== isClosed) {
      throw this.#errorFrom(start, "partForm");
    }
    return { kind: isOpen ? "contains" : "exact", text };
  }

  #readBare(): string {
    const start = this.#at;
    while (!this.#isRangeSign() && isValueCharacter(this.#peek())) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #readText(): QueryNode {
    const start = this.#at;
    this.#countValue();
    const isQuoted = this.#peek() === '"';
    const text = isQuoted ? this.#readQuoted() : this.#readWhile(isTextCharacter);
    const place = { start, end: this.#at };
    if (text === "") {
      throw this.#errorFrom(start, isQuoted ? "emptyText" : "unopenedGroup");
    }
    if (!isQuoted && operatorWords.has(text)) {
      throw new QueryError("wordAlone", place, { word: text });
    }
    if (!isQuoted && text.includes(":")) {
      throw new QueryError("colonInText", place);
    }
    if (!isQuoted && text.includes("*")) {
      throw new QueryError("starInText", place);
    }
    return { kind: "text", text, place };
  }

  #readQuoted(): string {
    const start = this.#at;
    let text = "";
    this.#at += 1;
    for (;;) {
      const from = this.#at;
      while (this.#at < this.#text.length && this.#peek() !== '"' && this.#peek() !== "\\") this.#at += 1;
      text += this.#text.slice(from, this.#at);
      if (this.#take('"')) return text;
      if (this.#at >= this.#text.length - 1) {
        this.#at = start;
        throw this.#error("unclosedQuote", this.#text.length - start);
      }
      text += this.#text[this.#at + 1] ?? "";
      this.#at += 2;
    }
  }

  #endTerm(start: number): void {
    if (!this.#isTermEnd()) throw this.#errorFrom(start, "quoteValue");
    this.#skipSpace();
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > queryLimits.values) {
      throw this.#error("tooManyValues", 1, { limit: String(queryLimits.values) });
    }
  }

  #isRangeSign(): boolean {
    return this.#text.startsWith("..", this.#at);
  }

  #isTermEnd(): boolean {
    return this.#at >= this.#text.length || this.#isSpace() || this.#peek() === ")";
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length || this.#peek() === ")" || this.#isWord("OR");
  }

  #isWord(word: string): boolean {
    const next = this.#text[this.#at + word.length];
    return this.#text.startsWith(word, this.#at) && (next === undefined || /[\s()]/u.test(next));
  }

  /** Reads an operator and the space after it. Throws if no condition follows. */
  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    const start = this.#at;
    this.#at += word.length;
    this.#skipSpace();
    if (this.#at < this.#text.length && this.#peek() !== ")") return true;
    this.#at = start;
    throw this.#error("wordLast", word.length, { word });
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #readWhile(matches: (character: string) => boolean): string {
    const start = this.#at;
    while (this.#at < this.#text.length && matches(this.#peek())) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #isSpace(): boolean {
    return /\s/u.test(this.#peek());
  }

  #skipSpace(): void {
    while (this.#isSpace()) this.#at += 1;
  }

  #error(problem: QueryProblem, length: number, values?: QueryProblemValues): QueryError {
    const place = { start: this.#at, end: Math.min(this.#at + length, this.#text.length) };
    return new QueryError(problem, place, values);
  }

  #errorFrom(start: number, problem: QueryProblem, values?: QueryProblemValues): QueryError {
    const end = Math.max(this.#at + 1, start + 1);
    return new QueryError(problem, { start, end: Math.min(end, this.#text.length) }, values);
  }
}

export const operatorWords: ReadonlySet<string> = new Set(["AND", "OR", "NOT"]);

function isNameCharacter(character: string): boolean {
  return /^[\w-]$/u.test(character);
}

/** Whether a path may contain the character without being quoted. */
export function isPathCharacter(character: string): boolean {
  return /^[^\s":()]$/u.test(character);
}

/**
 * Whether a value may contain the character without quotes. Two dots in a row need quotes, because they separate the
 * ends of a range.
 */
export function isValueCharacter(character: string): boolean {
  return /^[^\s",()*]$/u.test(character);
}

/** Whether text may contain the character without being quoted. */
export function isTextCharacter(character: string): boolean {
  return /^[^\s"()]$/u.test(character);
}

/** Joins nodes into one node. Nested nodes of the same kind are merged into it. */
export function join(kind: "and" | "or", nodes: readonly QueryNode[]): QueryNode {
  const [first, ...more] = nodes;
  if (first !== undefined && more.length === 0) return first;
  return { kind, nodes: nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node])) };
}

/** Joins queries into one query. A record must match all of them. */
export function joinQueries(nodes: readonly QueryNode[]): QueryNode {
  return join("and", nodes);
}
