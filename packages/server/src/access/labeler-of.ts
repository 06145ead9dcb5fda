import type { ScoreType } from "../store/scores.ts";
import type { Actor } from "./actor.ts";
import { isBrowserKey } from "./browser-key.ts";

/**
 * Returns the person whose label a score is; null if it is no label. People label when they are signed in, or use a
 * service without sign-in. Programs pass labels on by naming the person in `scorer`. Browser keys are those of end
 * users, whose scores are feedback.
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
