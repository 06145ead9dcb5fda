import type { Context, MiddlewareHandler } from "hono";
import { actorName } from "../access/actor.ts";
import type { GraphQLEngine, GraphQLRequest } from "../graphql/create-engine.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import { createEventStream } from "../live/event-stream.ts";
import type { LiveConnections } from "../live/live-connections.ts";
import { RecordError } from "../records/errors.ts";
import type { RequestContext } from "../resolvers/context.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";

/** Settings and state that all event streams of a service share. */
export interface LiveOptions {
  readonly feed: ChangeFeed;
  readonly connections: LiveConnections;
  /** Interval at which an open stream checks that its request is still permitted, in milliseconds. */
  readonly checkMs: number;
  /** Idle time after which a comment is sent to keep the connection open, in milliseconds. */
  readonly heartbeatMs: number;
}

export function wantsEventStream(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((part) => part.split(";", 1)[0]?.trim() === "text/event-stream");
}

/**
 * Responds with server-sent events. The stream ends when the client disconnects, and when the service stops. It also
 * ends when the key, session or share link of the request loses access, or now gives access to another project.
 */
export async function answerStream(options: {
  readonly context: Context<AppEnv>;
  readonly request: GraphQLRequest;
  readonly requestContext: RequestContext;
  readonly engine: GraphQLEngine<RequestContext>;
  readonly authenticate: MiddlewareHandler<AppEnv>;
  readonly live: LiveOptions;
}): Promise<Response> {
  const { context, request, requestContext, engine, authenticate, live } = options;
  const { actor, project } = requestContext;
  const connection = live.connections.open({
    credential: actorName(actor),
    projectId: project.id,
    isLink: actor.kind === "share",
  });
  if (!connection) return errorResponse({ status: 503, code: "INTERNAL", message: "The service is shutting down" });
  if ("limit" in connection) {
    const { limit } = connection;
    throw new RecordError(
      "RATE_LIMITED",
      `Too many subscriptions are open; close some, because at most ${limit} are allowed`,
      {
        limit,
      },
    );
  }
  const log = context.get("log");
  connection.signal.addEventListener("abort", () => requestContext.answer?.release(), { once: true });
  try {
    const results = await engine.stream(
      request,
      { ...requestContext, live: { feed: live.feed, signal: connection.signal } },
      { requestId: context.get("requestId"), log },
    );
    if (!("next" in results)) {
      connection.end();
      return Response.json(results.body, { status: results.status });
    }
    const body = createEventStream({
      results,
      connection,
      checkMs: live.checkMs,
      heartbeatMs: live.heartbeatMs,
      async isPermitted() {
        const refusal = await authenticate(context, async () => undefined);
        if (refusal || context.get("project").id !== project.id) return false;
        const { permissions } = context.get("actor");
        return [...(actor.permissions ?? [])].every((permission) => permissions?.has(permission));
      },
      onError: (error) => log.error({ err: error }, "a subscription failed"),
    });
    const headers = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
    return new Response(body, { headers });
  } catch (error) {
    connection.end();
    throw error;
  }
}
