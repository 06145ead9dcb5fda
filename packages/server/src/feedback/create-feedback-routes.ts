import { Hono } from "hono";
import { browserQuotaShare } from "../access/browser-key.ts";
import type { AppEnv } from "../http/app-env.ts";
import { networkOfRequest } from "../http/client-address.ts";
import { preflightHeaders } from "../http/cross-origin.ts";
import { errorResponse } from "../http/error-response.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { createRateLimit, limitRequests } from "../http/request-limit.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { RecordError } from "../records/errors.ts";
import { readFeedback, toFeedbackScore } from "../records/feedback.ts";
import type { Store } from "../store/store.ts";
import { feedbackScript } from "./feedback-script.ts";
import type { FeedbackTokens } from "./feedback-tokens.ts";

const feedbackPath = "/api/feedback";

const maxBytes = 32 * 1024;
/** Requests per minute from one IP address. Many users of an office may share an address. */
const perAddress = 120;
const perToken = 20;

export interface FeedbackRoutesOptions {
  readonly store: Store;
  readonly tokens: FeedbackTokens;
  readonly quotas: Quotas;
  readonly now: () => number;
  /** Number of trusted reverse proxies in front of the service. */
  readonly proxies: number;
}

/**
 * Routes for pages of applications. `POST /api/feedback` stores a score. It requires a feedback token, and no key. `GET
 * /feedback.js` is a script that sends such requests. Pages of any origin may use both, because the token is the
 * permission; cookies and keys are ignored.
 */
export function createFeedbackRoutes({ store, tokens, quotas, now, proxies }: FeedbackRoutesOptions): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limitToken = createRateLimit({ perMinute: perToken, whose: "A feedback token" });

  routes.use(feedbackPath, async (context, next) => {
    await next();
    context.res.headers.set("access-control-allow-origin", "*");
    context.res.headers.set("access-control-expose-headers", "retry-after, x-request-id");
  });
  routes.options(feedbackPath, (context) => context.body(null, 204, preflightHeaders("POST", "content-type")));
  routes.post(
    feedbackPath,
    limitRequests({
      perMinute: perAddress,
      nameOf: (context) => networkOfRequest(context, proxies),
      whose: "Feedback from an address",
    }),
    async (context) => {
      const [type] = (context.req.header("content-type") ?? "").toLowerCase().split(";");
      if (type?.trim() !== "application/json") {
        const message = "content-type: must be application/json";
        return errorResponse({ status: 415, code: "BAD_USER_INPUT", message });
      }
      const body = await readJsonObject(context.req.raw, maxBytes);
      const permit = tokens.read(body["token"]);
      const refusal = await limitToken(permit.id);
      if (refusal) return refusal;
      const feedback = readFeedback(body, permit);
      const { projectId } = permit;
      if (!(await store.projects.find(projectId))) throw deleted;
      await quotas.require(projectId, "records", browserQuotaShare);
      const schema = await store.scoreSchemas.findByName(projectId, feedback.name);
      const score = toFeedbackScore(feedback, permit, { schema, at: now() });
      if (!(await store.scores.upsertUnlessDeleted(projectId, score))) throw deleted;
      quotas.count(projectId, { bytes: Buffer.byteLength(feedback.comment ?? "") });
      return context.body(null, 204);
    },
  );

  routes.get("/feedback.js", (context) =>
    context.body(feedbackScript, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    }),
  );
  return routes;
}

const deleted = new RecordError(
  "NOT_FOUND",
  "The step or thread of this feedback token was deleted, or its score was deleted",
);
