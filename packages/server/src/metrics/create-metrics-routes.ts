import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { errorResponse } from "../http/error-response.ts";
import type { Metrics } from "./create-metrics.ts";

/**
 * Creates the route `GET /metrics`, protected by the metrics token. Project keys have no access, because the metrics
 * cover the whole installation.
 */
export function createMetricsRoutes({
  metrics,
  token,
}: {
  readonly metrics: Metrics;
  readonly token: string;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const expected = digest(`Bearer ${token}`);
  routes.get("/metrics", async (context) => {
    if (!timingSafeEqual(digest(context.req.header("authorization") ?? ""), expected)) {
      const response = errorResponse({
        status: 401,
        code: "UNAUTHENTICATED",
        message: "authorization: must be `Bearer` with the token in THREADLINE_METRICS_TOKEN",
      });
      response.headers.set("www-authenticate", "Bearer");
      return response;
    }
    const { text, contentType } = await metrics.read();
    return context.body(text, 200, { "content-type": contentType });
  });
  return routes;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
