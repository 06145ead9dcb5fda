import type { Liveness, Writer } from "./writer.ts";

export interface SegmentName {
  /** Creation time, in epoch milliseconds. */
  readonly created: number;
  /** Uptime of the system when the file was created, in milliseconds. Unlike the wall clock, it is monotonic. */
  readonly uptime: number;
  /** Sequence number, which distinguishes files that were created in the same millisecond. */
  readonly number: string;
  /** Hash of the service URL and the API key. The file contains only records for this URL and key. */
  readonly destination: string;
  readonly writer: Writer;
  readonly liveness: Liveness;
}

/** Formats the name of a file. Names sort by creation time. */
export function formatName({ created, uptime, number, destination, writer, liveness }: SegmentName): string {
  const times = [created, uptime].map((time) => String(Math.round(time)).padStart(14, "0"));
  return `${times.join("-")}-${number}~${destination}~${writer.machine}~${liveness}~${writer.unique}.spool`;
}

export function parseName(name: string): SegmentName | undefined {
  const match = /^(\d{14})-(\d{14})-([\w-]+)~(\w+)~([\w.-]+)~(socket|touch|free)~(\w+)\.spool$/.exec(name);
  if (match === null) return undefined;
  const [, created, uptime, number = "", destination = "", machine = "", liveness, unique = ""] = match;
  return {
    created: Number(created),
    uptime: Number(uptime),
    number,
    destination,
    writer: { machine, unique },
    liveness: liveness as Liveness, // the pattern matches only values of this type
  };
}
