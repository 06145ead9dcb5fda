import type { PromptVersionRolloutInput } from "@threadline/schema/server";
import type { PromptRollout } from "../store/prompts.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";

/**
 * Reads the weights of `updatePromptLineageRollout`. Each version may occur once, no weight may be negative, and at
 * least one must be positive.
 */
export function readRollouts(inputs: readonly PromptVersionRolloutInput[]): PromptRollout[] {
  const limit = recordLimits.rolloutCount;
  if (inputs.length > limit) throw badInput("rollouts", `at most ${limit} are allowed`, limit);
  const versions = new Set<number>();
  for (const [index, { version, rollout }] of inputs.entries()) {
    if (rollout < 0) throw badInput(`rollouts[${index}].rollout`, "must not be negative", 0);
    if (versions.has(version)) throw badInput(`rollouts[${index}].version`, `version ${version} appears twice`);
    versions.add(version);
  }
  if (!inputs.some(({ rollout }) => rollout > 0))
    throw badInput("rollouts", "at least one version needs a rollout above 0");
  return inputs.map(({ version, rollout }) => ({ version, rollout }));
}

/**
 * Selects a version in proportion to the weights, by the random number `random` (0 <= random < 1); null if there are no
 * weights.
 */
export function chooseVersion(rollouts: readonly PromptRollout[], random: number): number | null {
  const total = rollouts.reduce((sum, { rollout }) => sum + rollout, 0);
  let rest = random * total;
  for (const { version, rollout } of rollouts) {
    if (rollout > 0 && rest < rollout) return version;
    rest -= rollout;
  }
  return rollouts.findLast(({ rollout }) => rollout > 0)?.version ?? null;
}
