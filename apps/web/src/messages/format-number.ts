const maximumFractionDigits = 2;
const formats = new Map<string, Intl.NumberFormat>();
const rounding = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat("en", { maximumFractionDigits: digits, useGrouping: false }),
);

export function formatNumber(language: string, value: number, minimumFractionDigits = 0): string {
  const key = `${language} ${minimumFractionDigits}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits });
  formats.set(key, known);
  return known.format(value);
}

/** Returns the largest number of decimals that any of the numbers needs. All numbers can then be shown with it. */
export function shownDecimals(values: readonly number[]): number {
  return Math.max(
    0,
    ...values.map((value) => rounding[maximumFractionDigits]?.format(value).split(".")[1]?.length ?? 0),
  );
}

/**
 * Returns the difference between two numbers as they are shown, which is with at most `digits` decimals. The exact
 * difference, rounded on its own, can disagree with them: between 0.824 and 0.788, shown as 0.82 and 0.79, it would be
 * 0.04. The result is 0 if both look the same.
 */
export function shownDifference(before: number, after: number, digits: 1 | 2 = maximumFractionDigits): number {
  const shown = (value: number): number => Number(rounding[digits]?.format(value));
  return shown(shown(after) - shown(before));
}
