import type { Liveness, Writer } from "./writer.ts";

/** What the name of a file tells. */
export interface SegmentName {
  /** When it was begun, in epoch milliseconds. */
  readonly created: number;
  /** When it was begun, in milliseconds since the system was started: a clock that is never set. */
  readonly uptime: number;
  /** Tells apart the files of one millisecond; in order. */
  readonly number: string;
  /** The service and key that its records are for. */
  readonly destination: string;
  readonly writer: Writer;
  readonly liveness: Liveness;
}

/** Names sort by time. */
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
    liveness: liveness as Liveness, // by the expression
  };
}
