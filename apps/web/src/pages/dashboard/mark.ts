import type { Period } from "./dashboard-search.ts";

export interface Mark {
  readonly name: string;
  /** Number of the prompt version; null for a release. */
  readonly version: number | null;
  /** Time of the change, in epoch milliseconds. */
  readonly time: number;
}

/** Maximum number of releases, and of prompt versions, that are shown. The newest are shown. */
export const maxMarks = 12;

/** Whether a tag names a release: it ends with a version number, such as `planner-2.4.0` or `v1.2`. */
export function isRelease(tag: string): boolean {
  return /(^|[^\d.])\d+\.\d+(\.\d+)*([-+.][\w.]+)?$/.test(tag);
}

export function marksIn(marks: readonly Mark[], { from, to }: Period): Mark[] {
  const within = marks.filter(({ time }) => time > from && time < to).toSorted((one, other) => one.time - other.time);
  const kept = (isKind: (mark: Mark) => boolean) => within.filter(isKind).slice(-maxMarks);
  const [releases, prompts] = [kept(({ version }) => version === null), kept(({ version }) => version !== null)];
  return within.filter((mark) => releases.includes(mark) || prompts.includes(mark));
}

export function markName({ name, version }: Mark): string {
  return version === null ? name : `${name} v${version}`;
}
