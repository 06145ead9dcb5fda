import type { EncodedRecord } from "../record.ts";
import { textOf } from "../shared-json.ts";

export type Checksum = (text: string) => number;

export interface SpooledRecord {
  readonly sequence: number;
  readonly record: EncodedRecord;
}

export interface SpoolContent {
  /** Records that were neither stored by the service nor dropped, in order. */
  records: SpooledRecord[];
  /**
   * Number of damaged lines, except for lines that mark records as stored or dropped. For example, a line is damaged if
   * it was not written completely, or if the disk has changed its bytes.
   */
  damaged: number;
}

/**
 * Formats a record as one line: `<checksum> r <sequence number> <kind> <JSON>`. The checksum covers the rest of the
 * line. The JSON has no line breaks.
 */
export function recordLine(checksum: Checksum, sequence: number, { kind, json }: EncodedRecord): string {
  return checked(checksum, `r ${sequence} ${kind} ${textOf(json)}`);
}

export function settledLine(checksum: Checksum, sequences: readonly number[]): string {
  return checked(checksum, `s ${sequences.join()}`);
}

function checked(checksum: Checksum, rest: string): string {
  return `${checksum(rest).toString(16).padStart(8, "0")} ${rest}\n`;
}

export function readSpoolLines(checksum: Checksum, text: string): SpoolContent {
  const records = new Map<number, SpooledRecord>();
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const rest = line.slice(9);
    const [, type, numbers = "", kind, json = ""] = /^([rs]) ([\d,]+)(?: (step|thread) (.*))?$/.exec(rest) ?? [];
    if (checked(checksum, rest) !== `${line}\n` || type === undefined) damaged += rest.startsWith("s ") ? 0 : 1;
    else if (type === "s") for (const sequence of numbers.split(",")) records.delete(Number(sequence));
    else {
      const sequence = Number(numbers);
      // The checksum matches, so this is a complete line that `recordLine` has written.
      const { id } = JSON.parse(json) as { id: string };
      records.set(sequence, { sequence, record: { kind: kind === "thread" ? "thread" : "step", id, json } });
    }
  }
  return { records: [...records.values()], damaged };
}
