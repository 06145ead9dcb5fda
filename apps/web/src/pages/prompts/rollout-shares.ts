export interface VersionWeight {
  readonly version: number;
  readonly rollout: number;
}

/**
 * Converts weights to whole percentages, which add up to 100 unless all weights are 0. All percentages are rounded down
 * first. Those that lost most by rounding are then increased by 1 until the sum is 100.
 */
export function percentages(weights: readonly VersionWeight[]): number[] {
  const sum = weights.reduce((total, { rollout }) => total + rollout, 0);
  if (!(sum > 0)) return weights.map(() => 0);
  const exact = weights.map(({ rollout }) => (100 * rollout) / sum);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((total, share) => total + share, 0);
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .toSorted((one, other) => other.loss - one.loss || one.index - other.index);
  for (const { index } of byLoss.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

/** Returns the share of one version as a whole percentage. */
export function shareOf(weights: readonly VersionWeight[], version: number): number {
  return percentages(weights)[weights.findIndex((each) => each.version === version)] ?? 0;
}

/** Whether all calls get this version. Unlike {@link shareOf}, which is rounded, this is exact. */
export function hasWholeRollout(weights: readonly VersionWeight[], version: number): boolean {
  const used = weights.filter(({ rollout }) => rollout > 0);
  return used.length === 1 && used[0]?.version === version;
}

/** Sets the share of one version, and scales the others so that the total is 100. */
export function withShare(weights: readonly VersionWeight[], version: number, share: number): VersionWeight[] {
  const others = weights.filter((weight) => weight.version !== version);
  const rest = 100 - share;
  const sum = others.reduce((total, { rollout }) => total + rollout, 0);
  return weights.map((weight) => {
    if (weight.version === version) return { version, rollout: others.length === 0 ? 100 : share };
    const part = sum > 0 ? weight.rollout / sum : 1 / others.length;
    return { version: weight.version, rollout: rest * part };
  });
}
