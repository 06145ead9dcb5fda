export interface RankedError {
  /** First line of the newest error in the group. */
  readonly message: string;
  /** Longest part that the messages of all errors in the group contain, for a search. */
  readonly part: string;
  readonly count: number;
}

/** Numbers, ids and hashes, which differ between errors of the same cause. */
const variable = /\b(?=[\w.,-]*\d)[\w.,-]*\w/g;

/** Groups errors whose first lines only differ in numbers and ids, most frequent first. `errors` are newest first. */
export function rankErrors(errors: readonly string[]): RankedError[] {
  const lines = errors.map((error) => error.trim().split("\n", 1)[0] ?? "");
  const groups = Map.groupBy(lines, (line) => line.replaceAll(variable, "#"));
  return [...groups.values()]
    .map((group) => {
      const [message = ""] = group;
      return { message, part: longestConstantPart(message), count: group.length };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Returns the longest part of a message without variables, or the whole message if it only consists of them. */
function longestConstantPart(message: string): string {
  const parts = message.split(variable).map((part) => part.trim());
  const [longest = ""] = parts.toSorted((one, other) => other.length - one.length);
  return longest || message;
}
