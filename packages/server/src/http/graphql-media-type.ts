import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

const graphqlResponse = "application/graphql-response+json";
const json = "application/json";

/**
 * Sends JSON with the media type of GraphQL over HTTP to clients that request it. Other clients get `application/json`.
 */
export const answerAsAccepted: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  if (!wantsGraphQLResponse(context.req.header("accept"))) return;
  const { headers } = context.res;
  if (headers.get("content-type")?.startsWith(json)) headers.set("content-type", `${graphqlResponse}; charset=utf-8`);
};

function wantsGraphQLResponse(accept: string | undefined): boolean {
  const weights = new Map(accept?.toLowerCase().split(",").map(readRange));
  const weight = weights.get(graphqlResponse) ?? 0;
  return weight > 0 && weight >= (weights.get(json) ?? 0);
}

function readRange(range: string): [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return [type, Number.isNaN(weight) ? 0 : weight];
}
