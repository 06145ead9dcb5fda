import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { CommentAuthorKind, CommentSubject } from "../store/comments.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { isJsonObject } from "./json-values.ts";
import { readText, toStorableText, type Given } from "./text.ts";

/** Reads the record that a comment is on. Exactly one of `threadId` and `stepId` is required. */
export function readCommentSubject({
  threadId,
  stepId,
}: {
  readonly threadId?: Given<string>;
  readonly stepId?: Given<string>;
}): CommentSubject {
  if ((threadId == null) === (stepId == null)) throw badInput("threadId", "give either threadId or stepId");
  return threadId == null
    ? { kind: "step", id: toStorableText(stepId ?? "") }
    : { kind: "thread", id: toStorableText(threadId) };
}

export function readCommentText(text: string): string {
  if (text.trim() === "") throw badInput("text", "must not be empty");
  return readText("text", text, recordLimits.commentLength);
}

/** Reads the ids of the accounts that a comment mentions, without duplicates. */
export function readMentionIds(ids: Given<readonly string[]>): readonly string[] {
  const limit = recordLimits.commentMentions;
  if (ids && ids.length > limit) throw badInput("mentionIds", `at most ${limit} are allowed`, limit);
  return [...new Set(ids ?? [])];
}

const authorKinds: Readonly<Record<CommentAuthorKind, true>> = { account: true, key: true, noLogin: true };

/** Throws unless an exported comment is valid. */
export function checkComment(record: JsonObject): void {
  const { threadId, stepId, authorKind, text, mentions } = record;
  const ids = [threadId, stepId];
  // Exactly one of the ids is set; the other is null.
  if (ids.filter((id) => typeof id === "string").length !== 1 || !ids.includes(null)) {
    throw badInput("comment.threadId", "a comment has either a threadId or a stepId");
  }
  if (!Object.hasOwn(authorKinds, String(authorKind))) {
    throw badInput("comment.authorKind", `must be one of ${Object.keys(authorKinds).join(", ")}`);
  }
  if (typeof text !== "string") throw badInput("comment.text", "must be a string");
  if (!Array.isArray(mentions) || !mentions.every(isMention)) {
    throw badInput("comment.mentions", 'must be a list of {"accountId":"...","name":"..."}');
  }
}

function isMention(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["accountId"] === "string" && typeof value["name"] === "string";
}
