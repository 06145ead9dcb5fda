import type { MiddlewareHandler } from "hono";
import type { ProjectStore } from "../store/projects.ts";
import { hashApiKey, isPossibleApiKey } from "./api-key.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";
import { ProjectCache } from "./project-cache.ts";

/**
 * Lets a request pass that carries a valid `x-api-key`, and sets `project`; answers 401 to all others before their body is
 * read. A revoked key is refused within one second.
 */
export function authenticate(options: {
  readonly projects: ProjectStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): MiddlewareHandler<AppEnv> {
  const cache = new ProjectCache(options);
  return async (context, next) => {
    const secret = context.req.header("x-api-key");
    const project = secret && isPossibleApiKey(secret) ? await cache.projectOf(hashApiKey(secret)) : null;
    if (!project) return errorResponse({ status: 401, code: "UNAUTHENTICATED", message: "Invalid API key" });
    context.set("project", project);
    return next();
  };
}
