import { answerBody } from "../answers/answer-body.ts";
import { answersRetryAfter } from "../answers/answers.ts";
import type { Answer, Answers } from "../answers/answers.ts";
import type { WorkTurns } from "../answers/work-turns.ts";
import { addressOf } from "./client-address.ts";
import { Hono } from "hono";
import type { Context, MiddlewareHandler } from "hono";
import { actorName } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import type { GraphQLFormattedError } from "graphql";
import type { GraphQLEngine, GraphQLResponse } from "../graphql/create-engine.ts";
import { JsonWriter } from "../graphql/json-text.ts";
import type { Limits } from "../config/limits.ts";
import { quotaRetryAfter } from "../quotas/check-quota.ts";
import { RecordError } from "../records/errors.ts";
import type { RequestContext } from "../resolvers/context.ts";
import type { ProjectRecord } from "../store/projects.ts";
import { answerStream, wantsEventStream } from "./answer-stream.ts";
import type { LiveOptions } from "./answer-stream.ts";
import type { AppEnv } from "./app-env.ts";
import { answerAsAccepted } from "./graphql-media-type.ts";
import { answerPreflight, shareWithBrowserKeys } from "./cross-origin.ts";
import { errorResponse } from "./error-response.ts";
import { parseGraphQLRequest } from "./parse-graphql-request.ts";
import { readBody } from "./read-body.ts";
import { readEnvironment } from "./read-environment.ts";
import { recordErrorResponse } from "./record-error-response.ts";
import { unavailableRetryAfter } from "./unavailable-response.ts";

const path = "/api/graphql";
const writtenBytes = 256 * 1024;

export interface ContextSource {
  readonly actor: Actor;
  readonly project: ProjectRecord;
  readonly environment: string | null;
  /** IP address of the client; null if the service was called in process. */
  readonly address: string | null;
  readonly requestUrl: string;
  /** Aborts when the client disconnects before its response. */
  readonly signal: AbortSignal;
  /** Size of the decompressed body, in bytes. */
  readonly bodyBytes: number;
  readonly answer: Answer;
}

export interface GraphQLRoutesOptions {
  readonly engine: GraphQLEngine<RequestContext>;
  readonly authenticate: MiddlewareHandler<AppEnv>;
  readonly limits: Limits;
  /** Rate limit per caller. Use after `authenticate`. */
  readonly limitRequests: MiddlewareHandler<AppEnv>;
  /** Rejects requests when the service is overloaded. Use after `limitRequests`. */
  readonly admitRequests: MiddlewareHandler<AppEnv>;
  readonly createContext: (source: ContextSource) => RequestContext;
  readonly answers: Answers;
  readonly work: WorkTurns;
  readonly live: LiveOptions;
  /** Number of trusted reverse proxies in front of the service. */
  readonly proxies: number;
}

/**
 * Creates the route `POST /api/graphql`, which responds with JSON or server-sent events. Requests without a valid key
 * or session are rejected before their body is read.
 */
export function createGraphQLRoutes(options: GraphQLRoutesOptions): Hono<AppEnv> {
  const { engine, authenticate, limits, createContext, live, proxies, limitRequests, admitRequests, answers, work } =
    options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);
  routes.use(path, answerPreflight, shareWithBrowserKeys, answerAsAccepted);

  routes.post(path, authenticate, limitRequests, admitRequests, async (context) => {
    if (!isJson(context.req.header("content-type"))) {
      return errorResponse({ status: 415, code: "BAD_USER_INPUT", message: "content-type: must be application/json" });
    }
    const environment = readEnvironment(context);
    const intake = context.get("intake");
    const bytes = await readBody(context.req.raw, limits.maxBodyBytes, intake.grow);
    intake.received();
    const holder = actorName(context.get("actor"));
    const turn = work.enter(holder);
    if (turn) await turn;
    const request = parseGraphQLRequest(bytes, limits);
    const answer = answers.open(holder);
    const requestContext = createContext({
      answer,
      actor: context.get("actor"),
      project: context.get("project"),
      environment,
      address: addressOf(context, proxies),
      requestUrl: context.req.url,
      signal: context.req.raw.signal,
      bodyBytes: bytes.length,
    });
    if (wantsEventStream(context.req.header("accept"))) {
      return answerStream({ context, request, requestContext, engine, authenticate, live });
    }
    try {
      const { status, body } = await engine.execute(request, requestContext, {
        requestId: context.get("requestId"),
        log: context.get("log"),
      });
      const refusal = body.errors?.find(isWholeRefusal) ?? answer.refusal?.toJSON();
      if (refusal) answer.release();
      return await send(context, refusal ? { errors: [refusal], data: null } : body, status, answer);
    } catch (error) {
      answer.release();
      throw error;
    }
  });
  return routes;

  async function send(
    context: Context<AppEnv>,
    body: GraphQLResponse["body"],
    status: 200 | 400,
    answer: Answer,
  ): Promise<Response> {
    noteRefusals(context, body.errors ?? []);
    const headers = { "content-type": "application/json; charset=utf-8" };
    // Returns status 429 for an exceeded quota, because clients and exporters then retry later.
    if (body.errors?.some(({ extensions }) => extensions?.["code"] === "QUOTA_EXCEEDED")) {
      answer.release();
      return context.body(JSON.stringify(body), 429, { ...headers, "retry-after": String(quotaRetryAfter) });
    }
    if (body.errors?.some(({ extensions }) => extensions?.["code"] === "UNAVAILABLE")) {
      answer.release();
      return context.body(JSON.stringify(body), 503, { ...headers, "retry-after": String(unavailableRetryAfter) });
    }
    if (body.errors?.some(({ extensions }) => extensions?.["code"] === "RATE_LIMITED")) {
      answer.release();
      return context.body(JSON.stringify(body), 429, { ...headers, "retry-after": String(answersRetryAfter) });
    }
    try {
      const writer = new JsonWriter(body, (written) => answer.wrote(written));
      while (writer.next(writtenBytes)) {
        // oxlint-disable-next-line no-await-in-loop -- other callers take turns in between
        await work.pause(actorName(context.get("actor")));
        if (!context.req.raw.signal.aborted) continue;
        answer.release();
        return context.body(null, status);
      }
      const { pieces, bytes } = writer;
      const content = answerBody(pieces, {
        answer,
        bytes,
        maxUnreadMs: limits.maxUnreadMs,
        endConnection: context.env?.end,
      });
      return context.body(content, status, { ...headers, "content-length": String(bytes) });
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      // Releases the memory of the rejected response. The error is short, and is sent without a reservation.
      answer.release();
      return send(context, { errors: [error.toJSON()], data: null }, status, answer);
    }
  }
}

function isWholeRefusal({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.["code"] === "ANSWER_TOO_LARGE" || extensions?.["code"] === "RATE_LIMITED";
}

/**
 * Logs rejected requests with their caller, but without content that the caller chose. Skips internal errors, because
 * they are logged where they are replaced with a general message.
 */
function noteRefusals(context: Context<AppEnv>, errors: readonly GraphQLFormattedError[]): void {
  const [actor, projectId] = [actorName(context.get("actor")), context.get("project").id];
  const byCode = Map.groupBy(errors, ({ extensions }) => String(extensions?.["code"]));
  for (const [code, refused] of byCode) {
    if (code === "INTERNAL") continue;
    const count = refused.length;
    if (code === "FORBIDDEN") {
      const permissions = [...new Set(refused.map(({ extensions }) => extensions?.["permission"]))];
      context.get("log").warn({ code, actor, projectId, count, permissions }, "refused");
    } else {
      context.get("log").info({ code, actor, projectId, count }, "refused");
    }
  }
}

/** Whether a content type is JSON in UTF-8. JSON in other charsets would be misread. */
function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (!charset || /^charset="?utf-?8"?$/.test(charset));
}
