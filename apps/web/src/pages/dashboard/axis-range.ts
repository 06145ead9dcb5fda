/** Minimum distance between the labels of a value axis, in pixels. */
export const labelSpace = 30;

/**
 * Returns the ends of a value axis: 0 and the values' ends, rounded to whole distances between labels, so that the axis
 * has a label at or above the largest value.
 */
export function axisRange(
  [low, high]: readonly [low: number | null, high: number | null],
  { increments, height }: { readonly increments: readonly number[]; readonly height: number },
): [number, number] {
  const [least, most] = [Math.min(low ?? 0, 0), Math.max(high ?? 0, 0)];
  if (least === most) return [0, 1];
  const maxSteps = Math.max(Math.floor(height / labelSpace), 1);
  const endsOf = (step: number): readonly [number, number] => [0 - stepsIn(-least, step), stepsIn(most, step)];
  const step = increments.find((each) => endsOf(each)[1] - endsOf(each)[0] <= maxSteps) ?? increments.at(-1) ?? 1;
  const [first, last] = endsOf(step);
  return [first * step, last * step];
}

/** Returns the number of steps that contain a value. Rounds the quotient, which can be slightly too large. */
function stepsIn(value: number, step: number): number {
  return Math.ceil(Number((value / step).toPrecision(12)));
}
