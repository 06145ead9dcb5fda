import type { ScoreType } from "../store/scores.ts";
import type { Actor } from "./actor.ts";
import { isBrowserKey } from "./browser-key.ts";

/**
 * Returns the person whose label a score is; null if the score is not a human label. A signed-in user labels under
 * their account. Otherwise, `scorer` names the person; on a service without login, it may be absent. Scores with a
 * browser key are feedback of end users, not labels.
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
