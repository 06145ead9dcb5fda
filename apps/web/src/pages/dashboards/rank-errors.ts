import type { Condition } from "../logs/filters/condition.ts";

export interface RankedError {
  /** First line of the newest error in the group. */
  readonly message: string;
  /** Longest text that all error messages of the group contain. Messages of other groups may contain it, too. */
  readonly part: string;
  readonly count: number;
}

const word = /\w+(?:[.,-]\w+)*/g;

/** Groups errors that only differ in numbers and ids, most frequent first. `lines` are their first lines. */
export function rankErrors(lines: readonly string[]): RankedError[] {
  const groups = Map.groupBy(lines, keyOf);
  return [...groups.values()]
    .map((group) => {
      const [message = ""] = group;
      return { message, part: longestConstantPart(message) || message, count: group.length };
    })
    .toSorted((one, other) => other.count - one.count);
}

export interface ComparedError extends Omit<RankedError, "count"> {
  readonly before: number;
  readonly after: number;
}

/**
 * Groups the errors of two periods. `before` and `after` are the first lines of the errors, newest first. The result
 * starts with the groups that are new in the later period, followed by the other groups of that period, and by the
 * groups that occur only in the earlier period. Each part is sorted by frequency.
 */
export function compareErrors(before: readonly string[], after: readonly string[]): ComparedError[] {
  const earlier = new Map(rankErrors(before).map((each) => [keyOf(each.message), each]));
  const later = rankErrors(after).map(({ count, ...each }) => {
    const key = keyOf(each.message);
    const known = earlier.get(key);
    earlier.delete(key);
    return { ...each, before: known?.count ?? 0, after: count };
  });
  const gone = [...earlier.values()].map(({ count, ...each }) => ({ ...each, before: count, after: 0 }));
  const isNew = (each: ComparedError): boolean => each.before === 0;
  return [...later.filter(isNew), ...later.filter((each) => !isNew(each)), ...gone];
}

/** Maximum number of conditions on other groups. A list has at most 50 filters. */
const maxExcluded = 30;

/**
 * Returns the conditions that match the errors of a group, but not those of other groups. At most {@link maxExcluded}
 * other groups are excluded, in the order of `groups`.
 */
export function conditionsOf(
  { message, part }: Pick<RankedError, "message" | "part">,
  groups: readonly Pick<RankedError, "message">[],
): Condition[] {
  const excluded = groups
    .filter((other) => other.message !== message && containsText(other.message, part))
    .flatMap(
      (other) =>
        trimmedParts(other.message)
          .filter((each) => !containsText(message, each))
          .toSorted((one, next) => next.length - one.length)[0] ?? [],
    );
  return [
    { field: "error", operator: "ilike", value: part },
    ...[...new Set(excluded)]
      .slice(0, maxExcluded)
      .map((value): Condition => ({ field: "error", operator: "nilike", value })),
  ];
}

function containsText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Returns a text that is equal for errors of the same group. */
function keyOf(message: string): string {
  return longestConstantPart(message) === "" ? message : constantParts(message).join("#");
}

/** Divides a message at its variables: numbers, ids and hashes, which differ between errors of the same cause. */
function constantParts(message: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: text, index } of message.matchAll(word)) {
    if (!isVariable(text, message.slice(index + text.length))) continue;
    parts.push(message.slice(start, index));
    start = index + text.length;
  }
  return [...parts, message.slice(start)];
}

function isVariable(text: string, rest: string): boolean {
  return /\d/.test(text) && !isStatusCode(text, rest) && !isModelName(text);
}

/**
 * Whether a number can be an HTTP status code. A number before a word in lower case is a quantity with a unit, as in
 * "450 ms", and not a status code.
 */
function isStatusCode(text: string, rest: string): boolean {
  return /^[45]\d\d$/.test(text) && !/^ ?[a-z]/.test(rest);
}

/** Whether a word is like "gpt-4o" or "claude-3-5-sonnet-20241022". Unlike ids, it has only short numbers and dates. */
function isModelName(text: string): boolean {
  const [first = "", ...others] = text.split("-");
  return (
    /^[a-z]+$/i.test(first) &&
    others.length > 0 &&
    others.every((part) => /^20\d{2}(\d{4})?$/.test(part) || part.replace(/\D/g, "").length <= 2)
  );
}

/** Returns the longest part of a message between its variables. Empty if the message consists only of variables. */
function longestConstantPart(message: string): string {
  return trimmedParts(message).toSorted((one, other) => other.length - one.length)[0] ?? "";
}

function trimmedParts(message: string): string[] {
  return constantParts(message).map((part) => part.trim());
}
