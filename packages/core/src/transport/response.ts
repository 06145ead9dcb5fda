import { type GraphQLResponseError, HttpError, ResponseError } from "../errors.ts";
import type { HttpResponse } from "./exchange.ts";
import { withoutQuery } from "./network-error.ts";

export function toHttpError(name: string, url: string, { status, headers, text }: HttpResponse): HttpError {
  const errors = readErrors(parse(text));
  const reason = errors.map(({ message }) => message).join("; ") || excerpt(text, headers);
  return new HttpError(`${name}: ${withoutQuery(url)} responded ${status}: ${reason}`, {
    status,
    retryAfterMs: readRetryAfter(headers.get("retry-after")),
    errors,
  });
}

/**
 * Parses the text of a response as JSON.
 *
 * @throws {ResponseError} when the text is not a JSON object.
 */
export function readJson(name: string, text: string): object {
  const body = parse(text);
  if (typeof body !== "object" || body === null) {
    throw new ResponseError(
      `${name}: the response must be a JSON object, but is ${text === "" ? "empty" : quote(text)}`,
    );
  }
  return body;
}

export function readErrors(body: unknown): GraphQLResponseError[] {
  if (typeof body !== "object" || body === null || !("errors" in body)) return [];
  const { errors } = body;
  const list = Array.isArray(errors) ? errors : errors ? [errors] : [];
  return list.map((error: unknown) => {
    const { message, ...rest } = (typeof error === "object" && error !== null ? error : { message: error }) as {
      message?: unknown;
    };
    return { ...rest, message: typeof message === "string" && message !== "" ? message : "no reason given" };
  });
}

/** Parses `Retry-After`, which is a number of seconds or a date. Returns milliseconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const seconds = Number(value);
  const delay = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(delay) ? Math.max(0, delay) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes a body that is not in the expected format by its first characters. An HTML page is not quoted. */
function excerpt(text: string, headers: Headers): string {
  if (text.trim() === "") return "an empty body";
  return headers.get("content-type")?.includes("html") ? "an HTML page" : quote(text);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text);
}
