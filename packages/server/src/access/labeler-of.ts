import type { ScoreType } from "../store/scores.ts";
import type { Actor } from "./actor.ts";
import { isBrowserKey } from "./browser-key.ts";

/**
 * Returns the person who gave a score as a label; null if the score is not a label. People label while they are signed
 * in, or on a service without sign-in. Programs submit labels by naming the person in `scorer`. Browser keys belong to
 * end users, whose scores are feedback.
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
