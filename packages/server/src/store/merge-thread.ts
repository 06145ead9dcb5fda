import type { JsonObject } from "./json.ts";
import { overlay } from "./merge-step.ts";
import type { ThreadRecord, ThreadWrite } from "./threads.ts";

/** The fields of a thread that a write gives. */
export interface ThreadFields {
  readonly name: string | null;
  readonly metadata: JsonObject | null;
  readonly tags: readonly string[] | null;
  readonly environment: string | null;
}

/** The fields of a thread before and after a write. */
export function mergeThread(
  { name, metadata, tags, environment }: ThreadRecord,
  write: ThreadWrite,
): { before: ThreadFields; after: ThreadFields } {
  const before: ThreadFields = { name, metadata, tags, environment };
  const given = write.name === undefined && name === null ? { ...write, name: write.defaultName } : write;
  return { before, after: overlay(before, given) };
}
