import type { MutationCreateParticipantArgs, MutationUpdateParticipantArgs } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { UserRecord } from "../store/users.ts";
import { readId } from "./ids.ts";
import { readMetadata } from "./json-values.ts";

/** User of `createParticipant`; its metadata is never null. */
export function readUser(
  args: MutationCreateParticipantArgs,
  { id, createdAt }: { id: string; createdAt: number },
): UserRecord {
  const identifier = readId("identifier", args.identifier);
  return { id, createdAt, identifier, metadata: readMetadata("metadata", args.metadata) ?? {} };
}

/** Fields changed by `updateParticipant`. */
export interface UserChange {
  readonly identifier: string | undefined;
  readonly metadata: JsonObject | undefined;
}

/** Change of `updateParticipant`; null clears the metadata, and keeps the identifier. */
export function readUserChange(args: MutationUpdateParticipantArgs): UserChange {
  const metadata = readMetadata("metadata", args.metadata);
  return {
    identifier: args.identifier == null ? undefined : readId("identifier", args.identifier),
    metadata: metadata === null ? {} : metadata,
  };
}
