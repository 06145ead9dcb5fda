import { EvaluationError } from "./evaluation-error.ts";

const viewFields = ["input", "output", "expected", "metadata", "messages", "steps", "thread"] as const;

export type PathSegment =
  /** A field of an object. If the value is a list, the path selects the field of each object in the list. */
  | { readonly kind: "name"; readonly name: string }
  /** An item of a list. Negative indexes count from the end. */
  | { readonly kind: "index"; readonly index: number }
  /** The items of a list in which the field `name` equals `text`. */
  | { readonly kind: "filter"; readonly name: string; readonly text: string };

const maxPathLength = 500;
const maxSegments = 32;

const start = /[A-Za-z_$][\w$-]*/y;
const segments: readonly (readonly [pattern: RegExp, read: (groups: readonly string[]) => PathSegment])[] = [
  [/\.([A-Za-z_$][\w$-]*)/y, ([, name = ""]) => ({ kind: "name", name })],
  [/\[(-?\d{1,9})\]/y, ([, index = ""]) => ({ kind: "index", index: Number(index) })],
  [/\[("(?:[^"\\]|\\.)*")\]/y, ([, quoted = ""]) => ({ kind: "name", name: unquote(quoted) })],
  [
    /\[([A-Za-z_$][\w$-]*)=(?:("(?:[^"\\]|\\.)*")|([^\]"]+))\]/y,
    ([, name = "", quoted, bare = ""]) => ({ kind: "filter", name, text: quoted ? unquote(quoted) : bare }),
  ],
];

/**
 * Parses a path such as `input.question`, `messages[-1].content`, `steps[type=tool].output` or `metadata["a key"]`.
 * Throws an {@link EvaluationError} that names the position of the error.
 */
export function parsePath(path: string): PathSegment[] {
  if (path.length > maxPathLength) throw invalid(path, `is longer than ${maxPathLength} characters`);
  start.lastIndex = 0;
  const [first = ""] = start.exec(path) ?? [];
  if (!viewFields.some((field) => field === first)) {
    throw invalid(path, `must start with ${viewFields.slice(0, -1).join(", ")} or ${viewFields.at(-1)}`);
  }
  const parsed: PathSegment[] = [{ kind: "name", name: first }];
  let position = first.length;
  while (position < path.length) {
    const [segment, end] = segmentAt(path, position);
    parsed.push(segment);
    position = end;
    if (parsed.length > maxSegments) throw invalid(path, `has more than ${maxSegments} parts`);
  }
  return parsed;
}

function segmentAt(path: string, position: number): [PathSegment, end: number] {
  for (const [pattern, read] of segments) {
    pattern.lastIndex = position;
    const found = pattern.exec(path);
    if (found) {
      try {
        return [read(found), pattern.lastIndex];
      } catch {
        break;
      }
    }
  }
  throw invalid(
    path,
    `must continue with \`.name\`, \`[index]\`, \`["key"]\` or \`[name=text]\` at character ${position + 1}`,
  );
}

function unquote(quoted: string): string {
  return JSON.parse(quoted) as string; // the pattern matches only JSON strings
}

function invalid(path: string, reason: string): EvaluationError {
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  return new EvaluationError("definitionInvalid", `The path \`${shown}\` ${reason}`);
}
