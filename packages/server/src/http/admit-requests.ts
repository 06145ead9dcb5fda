import type { MiddlewareHandler } from "hono";
import { actorName } from "../access/actor.ts";
import { RecordError } from "../records/errors.ts";
import type { Admission } from "./admission.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse } from "./error-response.ts";

/** Assumed size of a body of unknown length until it is read, in bytes. */
const unknownLength = 64 * 1024;

const message = "The service is overloaded; try again later";

/**
 * Reserves memory and a place in the queue for a request until it is answered. If either is unavailable, rejects the
 * request with 429 and `retry-after`, without reading its body. Use after `authenticate`.
 */
export function admitRequests(admission: Admission, maxBodyBytes: number): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const length = Number(context.req.header("content-length") ?? unknownLength);
    // A body that is too long is admitted with size 0. It needs no memory, because the route rejects it without reading
    // it.
    const ticket = admission.admit(actorName(context.get("actor")), length <= maxBodyBytes ? length : 0);
    if (!ticket) {
      const response = errorResponse({ status: 429, code: "RATE_LIMITED", message });
      response.headers.set("retry-after", String(admission.retryAfter));
      return response;
    }
    let isRefused = false;
    const require = (isTakenIn: boolean): void => {
      isRefused = !isTakenIn;
      if (isRefused) throw new RecordError("RATE_LIMITED", message);
    };
    context.set("intake", {
      grow: (bytes) => require(ticket.grow(bytes)),
      received: () => require(ticket.received()),
    });
    try {
      await next();
      if (isRefused) context.res.headers.set("retry-after", String(admission.retryAfter));
    } finally {
      ticket.release();
    }
    return undefined;
  };
}
