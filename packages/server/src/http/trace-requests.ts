import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { AppEnv } from "./app-env.ts";

const saneId = /^[\w.:-]{1,128}$/;

/**
 * Assigns an id to each request, and logs one line about it: method, path, status, time, project. Query strings (which
 * contain signatures), headers (which contain keys) and bodies are never logged.
 */
export function traceRequests(options: {
  readonly log: Logger;
  readonly newId: () => string;
}): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now();
    const given = context.req.header("x-request-id");
    const requestId = given !== undefined && saneId.test(given) ? given : options.newId();
    const log = options.log.child({ requestId });
    context.set("requestId", requestId);
    context.set("log", log);
    await next();
    context.res.headers.set("x-request-id", requestId);
    const { method, path } = context.req;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const project = context.var.project as { id: string } | undefined; // absent if no key was needed
    const reason = context.var.rejection as string | undefined; // absent if no key was rejected
    log.info({ method, path, status: context.res.status, ms, projectId: project?.id, reason }, "request");
  };
}
