import type { Context, MiddlewareHandler } from "hono";
import type { WorkTurns } from "../answers/work-turns.ts";
import type { AppEnv } from "./app-env.ts";
import { addressOf } from "./client-address.ts";

/** Lets the requests of each caller begin in turns, so that a thousand at once of one do not all come before those of others. */
export function takeTurns(work: WorkTurns, proxies: number): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const turn = work.enter(senderOf(context, proxies));
    if (turn) await turn;
    return next();
  };
}

/** Stands for the caller, who is not authenticated yet. */
function senderOf(context: Context<AppEnv>, proxies: number): string {
  const { headers } = context.req.raw;
  const credential = headers.get("x-api-key") ?? headers.get("authorization") ?? headers.get("cookie") ?? "";
  return `${addressOf(context, proxies) ?? ""} ${credential}`;
}
