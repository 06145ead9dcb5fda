import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "../http/app-env.ts";
import type { Telemetry } from "./telemetry.ts";

/** Methods that appear in span names. Others are `_OTHER`, because an HTTP method can be any word. */
const methods = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/** Creates a span for each request, named by its route pattern. Spans contain no paths, queries, headers or bodies. */
export function traceSpans(telemetry: Telemetry): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const method = methods.has(context.req.method) ? context.req.method : "_OTHER";
    const traceparent = context.req.header("traceparent");
    return telemetry.span({ name: method, kind: "server", traceparent }, async (span) => {
      span.set("http.request.method", method);
      await next();
      const { status } = context.res;
      const pattern = routePath(context, -1);
      const route = pattern.includes("*") || status === 404 ? "other" : pattern;
      span.rename(`${method} ${route}`);
      span.set("http.route", route);
      span.set("http.response.status_code", status);
      const project = context.var.project as { readonly id: string } | undefined; // absent if no key was needed
      if (project) span.set("threadline.project.id", project.id);
      if (status >= 500) span.fail(String(status));
    });
  };
}
