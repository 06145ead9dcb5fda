import type { QueryNode, QueryTerm, QueryValue } from "@threadline/schema/query";

/** Values of a record by query field. Numbers have the unit of the field; times are epoch milliseconds. */
export interface NaiveRecord {
  readonly id: string;
  readonly texts: readonly string[];
  readonly values: Readonly<Record<string, readonly (string | number)[]>>;
}

const day = 86_400_000;

/** Whether a record matches a query, evaluated without filters and indexes. */
export function matchesNaively(node: QueryNode, record: NaiveRecord): boolean {
  switch (node.kind) {
    case "and":
      return node.nodes.every((each) => matchesNaively(each, record));
    case "or":
      return node.nodes.some((each) => matchesNaively(each, record));
    case "not":
      return !matchesNaively(node.node, record);
    case "text":
      return record.texts.some((text) => holds(text, node.text));
    case "term":
      return matchesTerm(node, record);
  }
}

function matchesTerm({ field, path, test }: QueryTerm, record: NaiveRecord): boolean {
  if (field === "has") {
    const names = test.kind === "is" ? test.values.map((value) => ("text" in value ? value.text : "")) : [];
    return names.some((name) => (record.values[name] ?? []).length > 0);
  }
  const values = record.values[path === undefined ? field : `${field}.${path}`] ?? [];
  switch (test.kind) {
    case "is":
      return test.values.some((value) => values.some((stored) => equals(field, path, stored, value)));
    case "compare": {
      const { start, end } = measure(field, test.text);
      return numbers(values).some((stored) => {
        if (test.operator === "gt") return end > start ? stored >= end : stored > start;
        if (test.operator === "gte") return stored >= start;
        if (test.operator === "lt") return stored < start;
        return end > start ? stored < end : stored <= start;
      });
    }
    case "range": {
      const [from, to] = [test.from, test.to].map((text) => (text === null ? null : measure(field, text)));
      const isAfter = !from || numbers(values).some((stored) => stored >= from.start);
      const isBefore =
        !to || numbers(values).some((stored) => (to.end > to.start ? stored < to.end : stored <= to.end));
      return isAfter && isBefore;
    }
  }
}

function equals(field: string, path: string | undefined, stored: string | number, value: QueryValue): boolean {
  if (value.kind === "any") return true;
  if (value.kind === "contains" || (field === "metadata" && path === undefined)) {
    return holds(String(stored), value.text);
  }
  if (typeof stored === "string" || path !== undefined) return String(stored) === value.text;
  const { start, end } = measure(field, value.text);
  return end > start ? stored >= start && stored < end : stored === start;
}

function numbers(values: readonly (string | number)[]): number[] {
  return values.filter((value) => typeof value === "number");
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Returns the range that a text means: a single number, or the milliseconds of a day. */
function measure(field: string, text: string): { readonly start: number; readonly end: number } {
  if (field === "created") {
    const start = Date.parse(text);
    return { start, end: text.length === 10 ? start + day : start };
  }
  const scale = text.endsWith("ms") ? 1_000 : text.endsWith("k") ? 0.001 : 1;
  const start = Number(text.replaceAll(/[^\d.-]/gu, "")) / scale;
  return { start, end: start };
}
