/**
 * Probability that a standard normal value is below `x`, with an error below 7.5e-8: Abramowitz and Stegun (1964),
 * formula 26.2.17.
 */
export function normalProbability(x: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x));
  const polynomial =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const above = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return x >= 0 ? 1 - above : above;
}

/** Inverse of {@link normalProbability}, to seven digits: Wichura (1988), algorithm AS 241. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180_625 - q * q;
    return (
      (q * (((59.109_374_72 * r + 159.291_132_02) * r + 50.434_271_938) * r + 3.387_132_717_9)) /
      (((67.187_563_6 * r + 78.757_757_664) * r + 17.895_169_469) * r + 1)
    );
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const tail =
    r <= 5
      ? (((0.170_238_211_03 * (r - 1.6) + 1.306_728_481_6) * (r - 1.6) + 2.756_815_39) * (r - 1.6) + 1.423_437_277_7) /
        ((0.120_211_329_75 * (r - 1.6) + 0.737_001_642_5) * (r - 1.6) + 1)
      : (((0.017_337_203_997 * (r - 5) + 0.428_682_943_37) * (r - 5) + 3.081_226_386) * (r - 5) + 6.657_905_115) /
        ((0.012_258_202_635 * (r - 5) + 0.241_978_942_25) * (r - 5) + 1);
  return q < 0 ? -tail : tail;
}

/**
 * Returns the two-sided quantile of Student's t distribution: |t| exceeds the returned value with the probability
 * `tails`. `degrees` is an integer of at least 1. The algorithm is Hill (1970), algorithm 396 of the CACM.
 */
export function studentQuantile(tails: number, degrees: number): number {
  if (degrees === 1) return 1 / Math.tan((tails * Math.PI) / 2);
  if (degrees === 2) return Math.sqrt(2 / (tails * (2 - tails)) - 2);
  const a = 1 / (degrees - 0.5);
  const b = 48 / (a * a);
  const c = ((20_700 * (a / b) - 98) * a - 16) * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * degrees;
  const power = (d * tails) ** (2 / degrees);
  if (power <= 0.05 + a) {
    const inner = 1 / (((degrees + 6) / (degrees * power) - 0.089 * d - 0.822) * (degrees + 2) * 3);
    const square = ((inner + 0.5 / (degrees + 4)) * power - 1) * ((degrees + 1) / (degrees + 2)) + 1 / power;
    return Math.sqrt(degrees * square);
  }
  const x = normalQuantile(tails / 2);
  const y = x * x;
  const corrected = degrees < 5 ? c + 0.3 * (degrees - 4.5) * (x + 0.6) : c;
  const divisor = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + corrected;
  const root = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / divisor - y - 3) / b + 1) * x;
  return Math.sqrt(degrees * Math.expm1(a * root * root));
}
