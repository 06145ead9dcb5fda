import { Hono } from "hono";
import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Logger } from "pino";
import { RecordError } from "../records/errors.ts";
import { MissingProjectError, UnavailableError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";
import { answerChallenge, challengeHeader } from "./instance-proof.ts";
import type { PublicUrl } from "./public-url.ts";
import { recordErrorResponse } from "./record-error-response.ts";
import { securityHeaders } from "./security-headers.ts";
import { traceRequests } from "./trace-requests.ts";
import { unavailableResponse } from "./unavailable-response.ts";

export interface AppOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly newId: () => string;
  readonly publicUrl: PublicUrl;
  /** Handles requests that match no route. Default: none. */
  readonly web?: ((context: Context<AppEnv>) => Promise<Response | null>) | undefined;
  readonly routes: readonly Hono<AppEnv>[];
  /** Middleware for every request, outermost first. */
  readonly observers?: readonly MiddlewareHandler<AppEnv>[] | undefined;
  /** Middleware that limits the requests per IP address. Default: unlimited. */
  readonly limitRequests?: MiddlewareHandler<AppEnv> | undefined;
}

/** Creates the app with all routes, request ids, security headers, the health route, and JSON errors. */
export function createApp({
  store,
  log,
  newId,
  publicUrl,
  web,
  routes,
  observers = [],
  limitRequests,
}: AppOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: (request) => readPath(request, publicUrl.basePath) });
  app.use(traceRequests({ log, newId }));
  for (const observe of observers) app.use(observe);
  app.use(securityHeaders(publicUrl));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (_context, methods) => refuseMethod(methods) }));
  app.use(async (context, next) => {
    // Rejects paths with an encoded slash or backslash, which a proxy in front of the service may interpret in another
    // way. Page requests are accepted, because ids in their paths may contain a slash. This is safe, because every path
    // of the UI serves the same page.
    if (!/%2f|%5c/i.test(context.req.path) || isPageRequest(context.req)) return next();
    return errorResponse({ status: 400, code: "BAD_USER_INPUT", message: "path: must not contain encoded slashes" });
  });

  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/ready", async (context) => {
    try {
      await store.check();
      const question = context.req.header(challengeHeader);
      const proof = question === undefined ? null : answerChallenge(await store.identity(), question);
      return context.json({ status: "ready", ...(proof === null ? {} : { proof }) });
    } catch (error) {
      context.get("log").error({ err: error }, "the store does not respond");
      return errorResponse({ status: 503, code: "INTERNAL", message: "The store does not respond" });
    }
  });
  if (limitRequests) for (const path of ["/api/*", "/v1/*", "/otel/*"]) app.use(path, limitRequests);
  for (const route of routes) app.route("/", route);

  const notFoundMessage = "Not found; the GraphQL endpoint is /api/graphql";
  app.notFound(
    async (context) =>
      (await web?.(context)) ?? errorResponse({ status: 404, code: "NOT_FOUND", message: notFoundMessage }),
  );
  app.onError((error, context) => {
    if (error instanceof RecordError || error instanceof MissingProjectError) return recordErrorResponse(error);
    context.get("log").error({ err: error }, "a request failed");
    if (error instanceof UnavailableError) return unavailableResponse(error);
    const message = `Internal error; see request ${context.get("requestId")} in the log of the service`;
    return errorResponse({ status: 500, code: "INTERNAL", message });
  });
  return app;
}

function refuseMethod(methods: readonly string[]): Response {
  const allow = methods.join(", ");
  const response = errorResponse({ status: 405, code: "BAD_USER_INPUT", message: `method: must be one of ${allow}` });
  response.headers.set("allow", allow);
  return response;
}

function isPageRequest({ method, path }: HonoRequest): boolean {
  return method === "GET" && path.startsWith("/projects/");
}

/**
 * Returns the path below the base path, which a proxy may have stripped already. Repeated slashes are merged, because
 * the published Literal AI client sends `//api/graphql` for a base URL with a trailing slash.
 */
function readPath(request: Request, basePath: string): string {
  const path = new URL(request.url).pathname.replaceAll(/\/{2,}/g, "/");
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  return (isBelow ? path.slice(basePath.length) : path).replace(/(?<=.)\/$/, "") || "/";
}
