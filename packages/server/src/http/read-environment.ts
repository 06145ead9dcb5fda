import type { Context } from "hono";
import { badInput } from "../records/errors.ts";
import type { AppEnv } from "./app-env.ts";

const maxEnvironmentLength = 255;

/** Reads the `x-env` header; null if absent or empty. */
export function readEnvironment(context: Context<AppEnv>): string | null {
  const environment = context.req.header("x-env")?.trim() ?? "";
  if (environment.length > maxEnvironmentLength) {
    throw badInput("x-env", `may have at most ${maxEnvironmentLength} characters`, maxEnvironmentLength);
  }
  return environment || null;
}
