import type { MutationCreateThreadArgs, MutationUpsertThreadArgs, ThreadInput } from "@threadline/schema/server";
import type { ThreadWrite } from "../store/threads.ts";
import { readId, readReference } from "./ids.ts";
import { readMetadata } from "./json-values.ts";
import { readName, readTags } from "./text.ts";

/** Converts a thread of a request to the store's format. Absent fields stay unchanged, and null clears them. */
export function readThread(
  args: MutationCreateThreadArgs | MutationUpsertThreadArgs | ThreadInput,
  { id, now, newUserId }: { id: string; now: number; newUserId: string },
): ThreadWrite {
  return {
    id: readId("id", id),
    createdAt: now,
    name: readName("name", args.name),
    defaultName: "defaultName" in args ? readName("defaultName", args.defaultName) : undefined,
    metadata: readMetadata("metadata", args.metadata),
    tags: readTags("tags", args.tags),
    environment: readReference("environment", args.environment),
    participant: readReference("participantId", args.participantId),
    newUserId,
  };
}
