import type { Recorder } from "./recorder.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

interface Taggable {
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
}

interface Wanted {
  readonly metadata: boolean;
  readonly tags: boolean;
}

const BOTH: Wanted = { metadata: true, tags: true };

/** Adds the metadata and tags of the client to the record. The record's own values take precedence. */
export function addGlobals(record: Taggable, client: Recorder, wanted: Wanted = BOTH): void {
  const { globalMetadata, globalTags } = client;
  if (wanted.metadata && hasKeys(globalMetadata)) record.metadata = { ...globalMetadata, ...record.metadata };
  if (wanted.tags && globalTags.length > 0) record.tags = [...new Set([...(record.tags ?? []), ...globalTags])];
}

function hasKeys(record: object): boolean {
  for (const _key in record) return true;
  return false;
}
