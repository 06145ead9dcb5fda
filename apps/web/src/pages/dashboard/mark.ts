import type { Period } from "./dashboard-search.ts";

/** A change of the application: a release, or a new version of a prompt. */
export interface Mark {
  /** Tag of the release, or name of the prompt. */
  readonly name: string;
  /** Number of the prompt version; null for a release. */
  readonly version: number | null;
  /** Time of the change, in epoch milliseconds. */
  readonly time: number;
}

/** Maximum number of releases that are shown, and of prompt versions. If there are more, the newest are shown. */
export const maxMarks = 12;

/** Whether a tag names a release: it ends with a version number, such as `planner-2.4.0` or `v1.2`. */
export function isRelease(tag: string): boolean {
  return /(^|[^\d.])\d+\.\d+(\.\d+)*([-+.][\w.]+)?$/.test(tag);
}

/** Returns the marks within a period, oldest first. */
export function marksIn(marks: readonly Mark[], { from, to }: Period): Mark[] {
  const within = marks.filter(({ time }) => time > from && time < to).toSorted((one, other) => one.time - other.time);
  const kept = (isKind: (mark: Mark) => boolean) => within.filter(isKind).slice(-maxMarks);
  const [releases, prompts] = [kept(({ version }) => version === null), kept(({ version }) => version !== null)];
  return within.filter((mark) => releases.includes(mark) || prompts.includes(mark));
}
