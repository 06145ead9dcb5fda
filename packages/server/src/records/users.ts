import type {
  MutationCreateParticipantArgs,
  MutationUpdateParticipantArgs,
  QueryParticipantsArgs,
} from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { ThreadPeriod, UserRecord } from "../store/users.ts";
import { readId } from "./ids.ts";
import { readMetadata } from "./json-values.ts";

/** Reads the user of `createParticipant`. Its metadata are never null. */
export function readUser(
  args: MutationCreateParticipantArgs,
  { id, createdAt }: { id: string; createdAt: number },
): UserRecord {
  const identifier = readId("identifier", args.identifier);
  return { id, createdAt, identifier, metadata: readMetadata("metadata", args.metadata) ?? {} };
}

/** Reads the period of a list of users; undefined without limits. */
export function readThreadPeriod({
  from = null,
  until = null,
}: Pick<QueryParticipantsArgs, "from" | "until">): ThreadPeriod | undefined {
  return from === null && until === null ? undefined : { from, until };
}

/** Changes of `updateParticipant`; undefined fields are not changed. */
export interface UserChange {
  readonly identifier: string | undefined;
  readonly metadata: JsonObject | undefined;
}

/**
 * Reads the changes of `updateParticipant`. If `metadata` is null, all metadata are removed. If `identifier` is null,
 * it is not changed.
 */
export function readUserChange(args: MutationUpdateParticipantArgs): UserChange {
  const metadata = readMetadata("metadata", args.metadata);
  return {
    identifier: args.identifier == null ? undefined : readId("identifier", args.identifier),
    metadata: metadata === null ? {} : metadata,
  };
}
