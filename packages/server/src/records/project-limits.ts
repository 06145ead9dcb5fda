import type { MutationUpdateProjectLimitsArgs, ProjectLimits } from "@threadline/schema/server";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";

/** Limits of a project; null for none. */
type Limits = { readonly [Name in "retentionDays" | "stepsPerDay" | "storedBytes"]: number | null };

/**
 * Reads the limits from the arguments of `updateProjectLimits`. An absent argument keeps the current limit of the
 * project, which is in `own`. Throws if a new limit exceeds the limit of the service, which is in `most`.
 */
export function readLimits(
  args: MutationUpdateProjectLimitsArgs,
  { own, most }: { readonly own: ProjectLimits; readonly most: ProjectLimits },
): Limits {
  const read = (name: keyof Limits, greatest: number): number | null => {
    const value = args[name];
    if (value === undefined) return own[name] ?? null;
    if (value === null) return null;
    const bound = Math.min(most[name] ?? greatest, greatest);
    if (!Number.isSafeInteger(value) || value < 1 || value > bound) {
      throw badInput(name, `must be a whole number from 1 to ${bound}`, bound);
    }
    return value;
  };
  return {
    retentionDays: read("retentionDays", recordLimits.retentionDays),
    stepsPerDay: read("stepsPerDay", Number.MAX_SAFE_INTEGER),
    storedBytes: read("storedBytes", Number.MAX_SAFE_INTEGER),
  };
}
