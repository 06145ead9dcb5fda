/** Factor between two successive bins of the histogram. Limits the relative error to 1 %. */
const growth = 1.01 / 0.99;
const logGrowth = Math.log(growth);
/** Smaller values are treated as zero. */
const smallest = 1e-6;
/** Bin of zero, below all others. */
const zeroBin = -2_000;

/**
 * Histogram of values by magnitude. Its percentiles are within 1 % of the true value. Sketches can be added and
 * subtracted.
 */
export class LatencySketch {
  readonly bins: Map<number, number>;

  constructor(bins: Map<number, number> = new Map()) {
    this.bins = bins;
  }

  /** Adds a non-negative value `count` times. With a negative count, removes the value. */
  add(value: number, count = 1): void {
    this.addBin(binOf(value), count);
  }

  merge({ bins }: LatencySketch): void {
    for (const [bin, count] of bins) this.addBin(bin, count);
  }

  get isEmpty(): boolean {
    return this.bins.size === 0;
  }

  /**
   * Returns a percentile of the values. For example, `percentile(0.95)` is the p95: 95 % of the values are at most as
   * large as the p95. Null without values.
   */
  percentile(share: number): number | null {
    const ascending = Int32Array.from(this.bins.keys()).toSorted();
    let total = 0;
    for (const bin of ascending) total += this.bins.get(bin) ?? 0;
    let rank = Math.max(Math.ceil(share * total), 1);
    for (const bin of ascending) {
      rank -= this.bins.get(bin) ?? 0;
      if (rank <= 0) return bin === zeroBin ? 0 : (2 * growth ** bin) / (growth + 1);
    }
    return null;
  }

  addBin(bin: number, count: number): void {
    const sum = (this.bins.get(bin) ?? 0) + count;
    if (sum === 0) this.bins.delete(bin);
    else this.bins.set(bin, sum);
  }
}

export function binOf(value: number): number {
  return value < smallest ? zeroBin : Math.ceil(Math.log(value) / logGrowth);
}

/**
 * Encodes the bins in ascending order. Each bin becomes two numbers of variable length: the difference between this bin
 * and the previous one, and the number of values in this bin.
 */
export function encodeSketch({ bins }: LatencySketch): Uint8Array {
  const bytes: number[] = [];
  let last = zeroBin;
  for (const [bin, count] of [...bins].toSorted(([one], [other]) => one - other)) {
    pushNumber(bytes, bin - last);
    pushNumber(bytes, count);
    last = bin;
  }
  return Uint8Array.from(bytes);
}

export function mergeEncoded({ bins }: LatencySketch, bytes: Uint8Array): void {
  let bin = zeroBin;
  let place = 0;
  const read = (): number => {
    let number = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[place] ?? 0;
      place += 1;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
      factor *= 128;
    }
  };
  while (place < bytes.length) {
    bin += read();
    bins.set(bin, (bins.get(bin) ?? 0) + read());
  }
}

function pushNumber(bytes: number[], number: number): void {
  let rest = number;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
