import { RequestError } from "../api/request-error.ts";

type TextKey = "needs_admin" | "needs_annotate" | "needs_own" | "needs_write";

const textKeys: Readonly<Partial<Record<string, TextKey>>> = {
  admin: "needs_admin",
  annotate: "needs_annotate",
  connections: "needs_admin",
  ingest: "needs_write",
  own: "needs_own",
  write: "needs_write",
};

/** Key of the text that names the roles with the permission that the account lacks; undefined for other errors. */
export function missingPermission(error: unknown): TextKey | undefined {
  // The second factor has a text of its own.
  if (!(error instanceof RequestError) || error.reason !== undefined) return undefined;
  return textKeys[error.permission ?? ""];
}
