import type { ScoreType } from "../store/scores.ts";
import type { Actor } from "./actor.ts";
import { isBrowserKey } from "./browser-key.ts";

/**
 * Returns the person who created a label: a score of the type `HUMAN`. Null if the score is not a label. The person is
 * the signed-in account or, without one, the name in `scorer`. On a service without login, a score without `scorer` is
 * a label of the person `local`. A score that was created with a browser key is feedback of an end user, and not a
 * label.
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
