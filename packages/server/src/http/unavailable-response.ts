import type { UnavailableError } from "../store/errors.ts";
import { errorResponse } from "./error-response.ts";

/** Seconds after which clients may retry. */
export const unavailableRetryAfter = 1;

export function unavailableResponse(error: UnavailableError): Response {
  const response = errorResponse({ status: 503, code: "UNAVAILABLE", message: `${error.message}; try again later` });
  response.headers.set("retry-after", String(unavailableRetryAfter));
  return response;
}
