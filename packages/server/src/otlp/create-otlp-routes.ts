import { Hono } from "hono";
import type { Context, MiddlewareHandler } from "hono";
import { actorName, requirePermission } from "../access/actor.ts";
import type { Answers } from "../answers/answers.ts";
import type { WorkTurns } from "../answers/work-turns.ts";
import type { Limits } from "../config/limits.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { addressOf } from "../http/client-address.ts";
import type { ContextSource } from "../http/create-graphql-routes.ts";
import { errorResponse } from "../http/error-response.ts";
import type { KeyUses } from "../http/key-uses.ts";
import { readExporterKey } from "../http/presented-key.ts";
import { readBody } from "../http/read-body.ts";
import { readEnvironment } from "../http/read-environment.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";

import type { RequestContext } from "../resolvers/context.ts";
import type { Store } from "../store/store.ts";
import type { Encoding, PartialSuccess } from "./wire/read-request.ts";
import type { Rejection } from "./wire/wire-values.ts";
import type { Signal } from "./wire/check-wire-size.ts";
import { lookup } from "./lookup.ts";

/**
 * Path prefixes of the routes. Other platforms use the same prefixes, so only the host of an exporter has to be
 * changed.
 */
const prefixes = ["", "/otel", "/api/otel", "/api/public/otel"];
const signals: readonly Signal[] = ["traces", "logs", "metrics"];

export const otlpPaths: readonly string[] = prefixes.flatMap((prefix) =>
  signals.map((signal) => `${prefix}/v1/${signal}`),
);

export interface OtlpRoutesOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly limits: Limits;
  readonly limitRequests: MiddlewareHandler<AppEnv>;
  readonly admitRequests: MiddlewareHandler<AppEnv>;
  readonly createContext: (source: ContextSource) => RequestContext;
  readonly answers: Answers;
  readonly keyUses: KeyUses;
  readonly proxies: number;
  readonly work: WorkTurns;
  readonly keepsAttributes: boolean;
  readonly isShared: boolean;
}

const contentTypes: ReadonlyMap<string, Encoding> = lookup<Encoding>({
  "application/json": "json",
  "application/x-protobuf": "protobuf",
  "application/protobuf": "protobuf",
});

/** Maximum number of rejection reasons in a response. */
const maxReasons = 5;

/**
 * Creates the routes of the OTLP receiver: `POST /v1/traces`, `/v1/logs` and `/v1/metrics`, as protobuf or JSON.
 * Requests need an API key with the scope `ingest`. The decoder is loaded by the first request.
 */
export function createOtlpRoutes(options: OtlpRoutesOptions): Hono<AppEnv> {
  const { store, now, keyUses, limits, limitRequests, admitRequests, createContext, answers, proxies, work } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);
  let loaded: ReturnType<typeof load> | undefined;
  const guard = authenticate({ projects: store.projects, now, keyUses, readKey: readExporterKey });

  for (const path of otlpPaths) {
    routes.post(path, answerAsStatus, guard, limitRequests, admitRequests, (context) =>
      receive(context, signalOf(path)),
    );
  }
  return routes;

  async function load() {
    const [{ OtlpReceiver }, wire] = await Promise.all([import("./receiver.ts"), import("./wire/read-request.ts")]);
    return { receiver: new OtlpReceiver(options), wire };
  }

  async function receive(context: Context<AppEnv>, signal: Signal): Promise<Response> {
    const encoding = encodingOf(context);
    if (encoding === null) {
      const message = "content-type: must be application/x-protobuf or application/json";
      return errorResponse({ status: 415, code: "BAD_USER_INPUT", message });
    }
    const actor = context.get("actor");
    requirePermission(actor, ["ingest"]);
    const environment = readEnvironment(context);
    const intake = context.get("intake");
    const bytes = await readBody(context.req.raw, limits.maxBodyBytes, intake.grow);
    intake.received();
    loaded ??= load();
    const { receiver, wire } = await loaded;
    const holder = actorName(actor);
    const turn = work.enter(holder);
    if (turn) await turn;
    const answer = answers.open(holder);
    try {
      const requestContext = createContext({
        answer,
        actor,
        project: context.get("project"),
        environment,
        address: addressOf(context, proxies),
        requestUrl: context.req.url,
        signal: context.req.raw.signal,
        bodyBytes: bytes.length,
      });
      const partial = await storeBody();
      requestContext.quota?.stored("Mutation.ingestSteps");
      const body = wire.encodeSuccess(signal, encoding, partial);
      return context.body(body, 200, { "content-type": mediaTypeOf(encoding) });

      async function storeBody(): Promise<PartialSuccess | null> {
        if (signal === "metrics") {
          const count = wire.countDataPoints(bytes, encoding ?? "json", limits);
          return count === 0
            ? null
            : { rejected: count, message: `Metrics are not stored: ${count} data points ignored` };
        }
        await requestContext.quota?.require("Mutation.ingestSteps");
        if (signal === "logs") {
          const { records, ignored } = wire.readLogs(bytes, encoding ?? "json", limits);
          const others = await receiver.storeLogs(records, requestContext);
          const count = ignored + others;
          return count === 0
            ? null
            : {
                rejected: count,
                message: `Only GenAI events and events of coding agents are stored: ${count} log records ignored`,
              };
        }
        const { spans, rejected } = wire.readTraces(bytes, encoding ?? "json", limits);
        const refused = await receiver.storeSpans(spans, requestContext, () => work.pause(holder));
        return partialSuccess([...rejected, ...refused]);
      }
    } finally {
      answer.release();
    }
  }
}

function signalOf(path: string): Signal {
  return signals.find((signal) => path.endsWith(signal)) ?? "traces";
}

function encodingOf(context: Context<AppEnv>): Encoding | null {
  const [type = ""] = (context.req.header("content-type") ?? "").toLowerCase().split(";");
  return contentTypes.get(type.trim()) ?? null;
}

function mediaTypeOf(encoding: Encoding): string {
  return encoding === "json" ? "application/json" : "application/x-protobuf";
}

function partialSuccess(rejected: readonly Rejection[]): PartialSuccess | null {
  if (rejected.length === 0) return null;
  const reasons = [...new Set(rejected.map(({ reason }) => reason))];
  const more = reasons.length > maxReasons ? `; and ${reasons.length - maxReasons} more reasons` : "";
  const message = `${rejected.length} spans rejected: ${reasons.slice(0, maxReasons).join("; ")}${more}`;
  return { rejected: rejected.length, message };
}

const statusCodes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  413: 3,
  415: 3,
  429: 8,
  503: 14,
};

/** Formats errors as the protocol's `Status`. In JSON, the response also contains the errors in the GraphQL format. */
const answerAsStatus: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (res.status < 400) return;
  const body = (await res
    .clone()
    .json()
    .catch(() => null)) as { readonly errors?: readonly { readonly message?: string }[] } | null;
  const message = body?.errors?.[0]?.message ?? "";
  const code = statusCodes[res.status] ?? 13;
  const headers = new Headers(res.headers);
  headers.delete("content-length");
  // Clears the old response first. Otherwise, Hono would add the headers of the old response to the new one.
  context.res = undefined;
  if (encodingOf(context) !== "protobuf") {
    context.res = Response.json({ ...body, code, message }, { status: res.status, headers });
    return;
  }
  const { encodeStatus } = await import("./wire/rpc-status.ts");
  headers.set("content-type", mediaTypeOf("protobuf"));
  context.res = new Response(encodeStatus(code, message, "protobuf"), { status: res.status, headers });
};
