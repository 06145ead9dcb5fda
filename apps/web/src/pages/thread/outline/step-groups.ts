import type { Outline } from "./outline.ts";

export interface StepGroup {
  readonly key: string;
  readonly type: string;
  /** Name of the steps. Null for steps without a name, and if the group combines rare names. */
  readonly name: string | null;
  /** Number of names, if the group combines rare names; otherwise null. */
  readonly nameCount: number | null;
  readonly steps: readonly number[];
}

/** All steps, grouped by type and name. Groups are in the order of their first steps. */
export interface StepGroups {
  readonly groups: readonly StepGroup[];
  readonly groupOf: Int32Array;
}

/** Maximum number of groups. More would be hard to distinguish. */
const maxGroups = 40;

/**
 * Groups the steps of a thread by type and name. If there are more than {@link maxGroups} groups, names that differ
 * only in numbers share a group, for example `search #`. If there are still too many, only the most frequent names keep
 * their own groups. The other names of a type then share one group.
 */
export function groupSteps(outline: Outline): StepGroups {
  const exact = groupBy(outline, (step) => ({ name: outline.nameOf(step), nameCount: null }));
  if (exact.groups.length <= maxGroups) return exact;
  const patterns = new Map<string, string>();
  const patternOf = (step: number): string | null => {
    const name = outline.nameOf(step);
    if (name === null) return null;
    const pattern = patterns.get(name) ?? name.replaceAll(/\d+/g, "#");
    patterns.set(name, pattern);
    return pattern;
  };
  const similar = groupBy(outline, (step) => ({ name: patternOf(step), nameCount: null }));
  if (similar.groups.length <= maxGroups) return similar;
  const counts = similar.groups.map(({ steps }) => steps.length);
  const common = new Set(
    Array.from(counts.keys())
      .toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
      .slice(0, maxGroups / 2),
  );
  const rare = new Map<string, number>();
  for (const [at, { type }] of similar.groups.entries()) if (!common.has(at)) rare.set(type, (rare.get(type) ?? 0) + 1);
  return groupBy(outline, (step) =>
    common.has(similar.groupOf[step] ?? -1)
      ? { name: patternOf(step), nameCount: null }
      : { name: null, nameCount: rare.get(outline.typeOf(step)) ?? 0 },
  );
}

function groupBy(outline: Outline, nameOf: (step: number) => Pick<StepGroup, "name" | "nameCount">): StepGroups {
  const indexes = new Map<string, number>();
  const groups: (StepGroup & { readonly steps: number[] })[] = [];
  const groupOf = new Int32Array(outline.size);
  for (const step of outline.order) {
    const type = outline.typeOf(step);
    const named = nameOf(step);
    const key = JSON.stringify([type, named.name, named.nameCount !== null]);
    let at = indexes.get(key);
    if (at === undefined) {
      at = groups.length;
      indexes.set(key, at);
      groups.push({ key, type, ...named, steps: [] });
    }
    groups[at]?.steps.push(step);
    groupOf[step] = at;
  }
  return { groups, groupOf };
}
