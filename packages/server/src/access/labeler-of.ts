import type { ScoreType } from "../store/scores.ts";
import type { Actor } from "./actor.ts";
import { isBrowserKey } from "./browser-key.ts";

/**
 * Returns the person who created a label, which is a score of the type `HUMAN`. Null if the score is not a label, or
 * if the person is unknown. Scores with a browser key are feedback of end users, and not labels. The person is, in this
 * order:
 * - the signed-in account,
 * - the name in `scorer`,
 * - `local`, on a service without login.
 */
export function labelerOf(
  actor: Actor,
  { type, scorer }: { readonly type: ScoreType; readonly scorer?: string | null | undefined },
): string | null {
  if (type !== "HUMAN" || isBrowserKey(actor) || actor.kind === "share") return null;
  if (actor.account) return `account:${actor.account.id}`;
  if (scorer != null && scorer !== "") return `name:${scorer}`;
  return actor.kind === "noLogin" ? "local" : null;
}
