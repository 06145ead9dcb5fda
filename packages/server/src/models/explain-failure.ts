import { AddressRefusedError } from "./address-policy.ts";
import type { ModelFailure, ModelProblem, OpenConnection } from "./model-call.ts";
import { baseUrlOf } from "./open-model.ts";
import { withoutSecrets } from "./secret-filter.ts";

const maxMessageLength = 500;

const problemOfCode: Readonly<Record<string, ModelProblem>> = {
  ENOTFOUND: "nameNotFound",
  EAI_AGAIN: "nameNotFound",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EPIPE: "unreachable",
  ETIMEDOUT: "timeout",
  EPROTO: "certificateInvalid",
  CERT_HAS_EXPIRED: "certificateInvalid",
  CERT_NOT_YET_VALID: "certificateInvalid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateInvalid",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateInvalid",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificateInvalid",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateInvalid",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateInvalid",
};

interface ErrorFields {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly lastError?: unknown;
  readonly statusCode?: unknown;
  readonly responseBody?: unknown;
  readonly data?: unknown;
  readonly responseHeaders?: unknown;
}

/** Describes a failed call in plain words, without the secrets of the connection. */
export function explainFailure(error: unknown, open: OpenConnection, model: string): ModelFailure {
  const failure = explain(error, open, model);
  return { ...failure, message: withoutSecrets(failure.message, open) };
}

function explain(error: unknown, open: OpenConnection, model: string): ModelFailure {
  const chain = chainOf(error);
  const host = new URL(baseUrlOf(open.connection)).host;
  const refused = chain.find((each) => each instanceof AddressRefusedError);
  if (refused instanceof AddressRefusedError) return { problem: "addressRefused", message: refused.message };
  for (const { name } of chain) {
    if (name === "TimeoutError") return { problem: "timeout", message: `${host} did not respond in time` };
    if (name === "AbortError") return { problem: "canceled", message: "The call was canceled" };
  }
  const answered = chain.find(({ statusCode }) => typeof statusCode === "number");
  if (answered) {
    const failure = explainStatus(Number(answered.statusCode), answered, { host, model, open });
    return { ...failure, retryAfterMs: retryAfterOf(answered) };
  }
  const code = chain
    .map((each) => each.code)
    .find((each) => typeof each === "string" && Object.hasOwn(problemOfCode, each));
  if (typeof code === "string") return explainCode(code, host);
  const message = chain.map((each) => each.message).find((each) => typeof each === "string" && each !== "");
  return { problem: "providerFailed", message: shorten(`The call to ${host} failed: ${String(message)}`, open) };
}

/**
 * Returns an error, its cause, the cause of its cause, and so on. After several attempts, an error has a `lastError`,
 * the error of the last attempt. It is used instead of the cause.
 */
function chainOf(error: unknown): ErrorFields[] {
  const chain: ErrorFields[] = [];
  for (let next = error; typeof next === "object" && next !== null && chain.length < 8;) {
    const fields: ErrorFields = next;
    chain.push(fields);
    next = fields.lastError ?? fields.cause;
  }
  return chain;
}

function explainCode(code: string, host: string): ModelFailure {
  const problem = problemOfCode[code] ?? "unreachable";
  if (problem === "nameNotFound") return { problem, message: `The name ${host} cannot be resolved (${code})` };
  if (problem === "timeout") return { problem, message: `${host} did not respond in time (${code})` };
  if (problem === "certificateInvalid") return { problem, message: `The TLS connection to ${host} failed (${code})` };
  if (code === "ECONNREFUSED") return { problem, message: `${host} refuses the connection; no server listens there` };
  return { problem, message: `${host} cannot be reached (${code})` };
}

function explainStatus(
  status: number,
  fields: ErrorFields,
  { host, model, open }: { readonly host: string; readonly model: string; readonly open: OpenConnection },
): ModelFailure {
  const reason = reasonOf(fields, open);
  const suffix = reason === "" ? "" : `: ${reason}`;
  if (status === 401 || status === 403)
    return { problem: "keyRejected", message: `${host} rejected the key (${status})${suffix}` };
  if (status === 404) {
    const unknown = model === "" ? "the path of the URL" : `the model "${model}" or the path of the base URL`;
    return { problem: "modelNotFound", message: `${host} does not know ${unknown} (404)${suffix}` };
  }
  if (status === 429)
    return {
      problem: "rateLimited",
      message: `${host} rejected the call because of a rate limit or quota (429)${suffix}`,
    };
  if (status >= 300 && status < 400)
    return {
      problem: "providerFailed",
      message: `${host} redirected the request (${status}), and redirects are not followed`,
    };
  if (status >= 400 && status < 500)
    return { problem: "requestRejected", message: `${host} rejected the request (${status})${suffix}` };
  return { problem: "providerFailed", message: `${host} failed (${status})${suffix}` };
}

/**
 * Returns the delay that a response asks for, in milliseconds. The header `retry-after` contains seconds or a date. A
 * date is compared with the response's own date, because the provider's clock may differ from ours.
 */
function retryAfterOf({ responseHeaders }: ErrorFields): number | undefined {
  const headers = Object(responseHeaders) as Readonly<Record<string, unknown>>;
  const after = headers["retry-after"];
  if (typeof after !== "string" || after.trim() === "") return undefined;
  const seconds = Number(after);
  const date = typeof headers["date"] === "string" ? Date.parse(headers["date"]) : Number.NaN;
  const delay = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - date;
  return delay > 0 ? delay : undefined;
}

function reasonOf({ data, message, responseBody }: ErrorFields, open: OpenConnection): string {
  const given = Object(Object(data).error) as { readonly message?: unknown };
  if (typeof given.message === "string") return shorten(given.message, open);
  if (typeof message === "string" && message !== "") return shorten(message, open);
  return typeof responseBody === "string" ? shorten(responseBody, open) : "";
}

/**
 * Removes the connection's secrets from a text, and truncates it. Truncating first could leave a part of a secret,
 * which would not be recognized.
 */
function shorten(text: string, open: OpenConnection): string {
  const plain = withoutSecrets(text, open).trim();
  return plain.length > maxMessageLength ? `${plain.slice(0, maxMessageLength)}…` : plain;
}
