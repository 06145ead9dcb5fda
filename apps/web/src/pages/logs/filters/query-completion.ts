import { findQueryField, queryFields, quoteQueryText } from "@threadline/schema/query";
import type { LogResource } from "../log-resource.ts";
import { queriedList } from "./query-text.ts";
import type { ScoreBounds } from "./use-score-choices.ts";

export interface QueryCompletion {
  /**
   * Kind of text that the user is entering: the name of a field (`name`), a metadata path (`path`), a value of `field`
   * (`value`), or the argument of `has:` (`presence`).
   */
  readonly kind: "name" | "path" | "presence" | "value";
  readonly field?: string | undefined;
  /** Whether the value is the name of a tool. */
  readonly isTool?: boolean | undefined;
  readonly path?: string | undefined;
  readonly text: string;
  readonly start: number;
}

export interface Offer {
  readonly label: string;
  readonly insert: string;
  readonly field?: string | undefined;
  /** Name of the score that the suggestion finds by its value. */
  readonly score?: string | undefined;
  /** Bounds of the numbers that the suggestion compares. */
  readonly bounds?: ScoreBounds | undefined;
}

const most = 8;

/** Returns the part of the query that can be completed at the cursor; undefined if there is none. */
export function completionAt(resource: LogResource, text: string, cursor: number): QueryCompletion | undefined {
  const before = text.slice(0, cursor);
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < before.length; at += 1) {
    const character = before[at] ?? "";
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\s()]/u.test(character)) start = at + 1;
  }
  while (before[start] === "-") start += 1;
  const term = before.slice(start);
  const colon = term.indexOf(":");
  if (colon < 0) return nameAt(resource, term, start);
  const [name = "", ...parts] = term.slice(0, colon).split(".");
  const from = Math.max(colon, term.lastIndexOf(",")) + 1;
  const value = term.slice(from).replace(/^"/u, "");
  if (/^[<>*]|\.\./u.test(value)) return undefined;
  if (name.toLowerCase() === "has") return { kind: "presence", text: value, start: start + from };
  const list = queriedList(resource);
  const isTool = name.toLowerCase() === "tool" && hasTools(resource);
  const field = findQueryField(list, isTool ? "stepName" : name)?.field;
  if (field === undefined) return undefined;
  const path = parts.length === 0 ? undefined : parts.join(".").replaceAll('"', "");
  return { kind: "value", field, ...(isTool && { isTool }), path, text: value, start: start + from };
}

function hasTools(resource: LogResource): boolean {
  return resource === "threads" || resource === "runs" || resource === "steps";
}

function nameAt(resource: LogResource, term: string, start: number): QueryCompletion | undefined {
  const dot = term.indexOf(".");
  if (dot < 0) return term.startsWith('"') ? undefined : { kind: "name", text: term, start };
  const field = findQueryField(queriedList(resource), term.slice(0, dot));
  if (field?.path === undefined) return undefined;
  return { kind: "path", field: field.field, text: term.slice(dot + 1).replace(/^"/u, ""), start: start + dot + 1 };
}

/**
 * Returns suggestions for the text that the user is entering. `known` are the paths or values that occur in the
 * records, or the names of their scores while the user is entering a name. `bounds` are those of a score whose values
 * are numbers.
 */
export function offersOf(
  resource: LogResource,
  completion: QueryCompletion,
  known: readonly string[],
  bounds?: ScoreBounds,
): Offer[] {
  const { kind, text } = completion;
  const wanted = text.toLowerCase();
  const list = queriedList(resource);
  switch (kind) {
    case "name": {
      if (wanted === "") return [];
      // Labels of scores are suggested as values of the score.
      const fields = queryFields[list].filter(
        ({ field, names }) => field !== "scoreLabel" && names.some((name) => name.toLowerCase().startsWith(wanted)),
      );
      const offers = fields.map(({ names, field }) => ({ label: `${names[0]}:`, insert: `${names[0]}:`, field }));
      const words = ["has", "status", ...(hasTools(resource) ? ["tool"] : [])].filter((word) =>
        word.startsWith(wanted),
      );
      const score = queryFields[list].find(({ path }) => path === "scoreName")?.names[0] ?? "";
      const scores = known
        .filter((name) => score.startsWith(wanted) || name.toLowerCase().includes(wanted))
        .map((name) => {
          const insert = `${score}.${quoteQueryText(name, "path")}:`;
          return { label: insert, insert, score: name };
        });
      return [
        ...offers,
        ...words.map((word) => ({ label: `${word}:`, insert: `${word}:`, field: word })),
        ...scores,
      ].slice(0, most);
    }
    case "presence":
      return queryFields[list]
        .filter(({ isNullable, names }) => isNullable && names[0].toLowerCase().startsWith(wanted))
        .map(({ names, field }) => ({ label: names[0], insert: `${names[0]} `, field }))
        .slice(0, most);
    case "path":
      return matching(known, wanted).map((path) => ({ label: path, insert: `${quoteQueryText(path, "path")}:` }));
    case "value":
      if (bounds !== undefined) {
        return text === "" ? ["<", ">="].map((sign) => ({ label: sign, insert: sign, bounds })) : [];
      }
      return matching(known, wanted).map((value) => ({ label: value, insert: `${quoteQueryText(value, "value")} ` }));
  }
}

function matching(known: readonly string[], wanted: string): string[] {
  return known.filter((each) => each.toLowerCase().includes(wanted) && each !== "").slice(0, most);
}

export function complete(
  text: string,
  cursor: number,
  { completion, offer }: { readonly completion: QueryCompletion; readonly offer: Offer },
): { readonly text: string; readonly cursor: number } {
  const start = text.slice(0, completion.start) + offer.insert;
  // If the inserted text ends with a space, the spaces after the cursor are removed, so that there is only one space.
  const rest = text.slice(cursor);
  return { text: start + (offer.insert.endsWith(" ") ? rest.trimStart() : rest), cursor: start.length };
}
