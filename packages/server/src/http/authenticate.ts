import type { Context, MiddlewareHandler } from "hono";
import { actorOfKey, requirePermission } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import { isBrowserKey, requireOrigin } from "../access/browser-key.ts";
import type { Permission } from "../store/permissions.ts";
import { RecordError } from "../records/errors.ts";
import type { ProjectRecord, ProjectStore } from "../store/projects.ts";
import { hashApiKey, isExpired } from "../access/api-key.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";
import { describeExpiredKey, describeUnknownKey, readKeyHeader } from "./presented-key.ts";
import type { ReadKey } from "./presented-key.ts";
import type { KeyUses } from "./key-uses.ts";
import { ProjectCache } from "./project-cache.ts";
import { recordErrorResponse } from "./record-error-response.ts";

export interface Identity {
  readonly actor: Actor;
  readonly project: ProjectRecord;
}

/**
 * Identifies the caller of a request without a key; null if anonymous. Rejects with a `RecordError` to reject the
 * request.
 */
export type IdentifyPerson = (context: Context<AppEnv>) => Promise<Identity | null>;

/**
 * Admits requests with a valid `x-api-key` or session, and sets `project` and `actor`. Rejects others before their body
 * is read. A key takes precedence over other credentials. A revoked key is rejected within one second, and an expired
 * one at once.
 */
export function authenticate(options: {
  readonly projects: ProjectStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Default: uses of keys are not stored. */
  readonly keyUses?: KeyUses | undefined;
  /** Default: only keys are accepted. */
  readonly identifyPerson?: IdentifyPerson | undefined;
  /** Default: the header `x-api-key`. */
  readonly readKey?: ReadKey | undefined;
}): MiddlewareHandler<AppEnv> {
  const { identifyPerson = async () => null, readKey = readKeyHeader } = options;
  const cache = new ProjectCache({ ...options, onUse: (key) => options.keyUses?.note(key) });

  /** Resolves to the identity of the caller, or to the reason for rejection as text. */
  async function identify(context: Context<AppEnv>): Promise<Identity | string> {
    const key = readKey((name) => context.req.header(name));
    if ("problem" in key) return (key.isMissing ? await identifyPerson(context) : null) ?? key.problem;
    const owner = await cache.ownerOf(hashApiKey(key.secret));
    if (!owner) return describeUnknownKey(key);
    if (isExpired(owner.key, options.now())) return describeExpiredKey(key, owner.key);
    requireOrigin(owner.key, context.req.header("origin"));
    return { actor: actorOfKey(owner.key), project: owner.project };
  }

  return async (context, next) => {
    let identity: Identity | string;
    try {
      identity = await identify(context);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      context.set("rejection", error.message);
      return recordErrorResponse(error);
    }
    if (typeof identity === "string") {
      // The reason is logged, because OpenTelemetry exporters do not show the response.
      context.set("rejection", identity);
      return errorResponse({ status: 401, code: "UNAUTHENTICATED", message: identity });
    }
    context.set("project", identity.project);
    context.set("actor", identity.actor);
    return next();
  };
}

/** Creates middleware that requires one of the permissions. Use after {@link authenticate}. */
export function allow(...anyOf: readonly Permission[]): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    try {
      requirePermission(context.get("actor"), anyOf);
    } catch (error) {
      if (error instanceof RecordError) return recordErrorResponse(error);
      throw error;
    }
    return next();
  };
}

/** Like {@link allow}, but also admits keys with the scope `browser`. */
export function allowBrowsersAnd(...anyOf: readonly Permission[]): MiddlewareHandler<AppEnv> {
  const others = allow(...anyOf);
  return (context, next) => (isBrowserKey(context.get("actor")) ? next() : others(context, next));
}
