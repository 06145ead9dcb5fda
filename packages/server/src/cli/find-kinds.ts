/**
 * Kinds of records that `threadline find` searches. In a separate file, because `find-command.ts` is loaded only by
 * that command.
 */
export const findableKinds = ["threads", "steps", "generations", "scores", "users"] as const;

export type FindableKind = (typeof findableKinds)[number];
