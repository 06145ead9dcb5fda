/** Kinds of `threadline find`; `find-command.ts` is only loaded by it. */
export const findableKinds = ["threads", "steps", "generations", "scores", "users"] as const;

export type FindableKind = (typeof findableKinds)[number];
