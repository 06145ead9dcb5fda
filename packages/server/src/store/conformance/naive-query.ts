import type { QueryNode, QueryTerm, QueryValue } from "@threadline/schema/query";

/** Values of a record by query field. Numbers have the unit of the field; times are epoch milliseconds. */
export interface NaiveRecord {
  readonly id: string;
  readonly texts: readonly string[];
  readonly values: NaiveValues;
  /** Values of each step, if the record is a thread. */
  readonly steps?: readonly NaiveValues[] | undefined;
}

export type NaiveValues = Readonly<Record<string, readonly (string | number)[]>>;

const day = 86_400_000;

/** Fields of thread queries that test the steps of the thread. */
const stepFields: ReadonlySet<string> = new Set(["type", "step", "error", "output", "tool"]);

/** Whether a record matches a query, evaluated without filters and indexes. */
export function matchesNaively(node: QueryNode, record: NaiveRecord): boolean {
  if (record.steps !== undefined && isOfSteps(node)) {
    return record.steps.some((values) => matchesNaively(node, { ...record, values, steps: undefined }));
  }
  switch (node.kind) {
    case "and": {
      const ofSteps = record.steps === undefined ? [] : node.nodes.filter(isOfSteps);
      const others = node.nodes.filter((each) => !ofSteps.includes(each));
      const isOneStep = ofSteps.length === 0 || matchesNaively({ kind: "and", nodes: ofSteps }, record);
      return isOneStep && others.every((each) => matchesNaively(each, record));
    }
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

function isOfSteps(node: QueryNode): boolean {
  if (node.kind === "and" || node.kind === "or") return node.nodes.every(isOfSteps);
  if (node.kind !== "term") return false;
  const { field, test } = node;
  const texts = test.kind === "is" ? test.values.map((value) => ("text" in value ? value.text : "")) : [];
  if (field === "status") return texts.every((text) => text === "error");
  return field === "has" ? texts.every((text) => stepFields.has(text.split(".")[0] ?? "")) : stepFields.has(field);
}

function matchesTerm({ field, path, test }: QueryTerm, record: NaiveRecord): boolean {
  if (field === "has") {
    const names = test.kind === "is" ? test.values.map((value) => ("text" in value ? value.text : "")) : [];
    return names.some((name) => (record.values[name] ?? []).length > 0);
  }
  if (field === "status") {
    const isError = test.kind === "is" && test.values.some((value) => "text" in value && value.text === "error");
    return (record.values["error"] ?? []).length > 0 === isError;
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
  if (value.kind === "contains" || ((field === "metadata" || field === "output") && path === undefined)) {
    return holds(String(stored), value.text);
  }
  const isLabel = field === "score" && Number.isNaN(Number(value.text));
  if (typeof stored === "string" || path !== undefined || isLabel) return String(stored) === value.text;
  const { start, end } = measure(field, value.text);
  return end > start ? stored >= start && stored < end : stored === start;
}

function numbers(values: readonly (string | number)[]): number[] {
  return values.filter((value) => typeof value === "number");
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Returns the range of values that a query text matches: a single number, or the milliseconds of a day. */
function measure(field: string, text: string): { readonly start: number; readonly end: number } {
  if (field === "created") {
    const start = Date.parse(text);
    return { start, end: text.length === 10 ? start + day : start };
  }
  const scale = text.endsWith("ms") ? 1_000 : text.endsWith("k") ? 0.001 : 1;
  const start = Number(text.replaceAll(/[^\d.-]/gu, "")) / scale;
  return { start, end: start };
}
