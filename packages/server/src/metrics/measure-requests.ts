import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "../http/app-env.ts";
import type { Metrics } from "./create-metrics.ts";

/**
 * Creates middleware that measures each request by its route pattern. Requests that match no route are counted
 * together.
 */
export function measureRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const route = routePath(context, -1);
    metrics.observe({
      method: context.req.method,
      route: route.includes("*") || context.res.status === 404 ? "other" : route,
      status: context.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
  };
}
