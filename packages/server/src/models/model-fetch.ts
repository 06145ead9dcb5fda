import { lookup as systemLookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable, Transform } from "node:stream";
import {
  AddressRefusedError,
  type AllowedHosts,
  checkModelUrl,
  hostOf,
  isAllowedAddress,
  notPublicMessage,
} from "./address-policy.ts";

const maxResponseBytes = 16 * 1024 * 1024;

/** Resolves a name to all of its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * Creates the function for all requests to model providers. It checks every address to which a name resolves before it
 * connects. It follows no redirects, uses no proxies, and limits the size of responses.
 */
export function createModelFetch(allowed: AllowedHosts, resolve: Resolve = resolveBySystem): typeof fetch {
  // Uses separate agents, because the agents of the process may use a proxy from the environment.
  const agents = {
    "http:": new HttpAgent({ lookup: lookupAllowed({ allowed, resolve, isSecure: false }) }),
    "https:": new HttpsAgent({ lookup: lookupAllowed({ allowed, resolve, isSecure: true }) }),
  };
  return async (input, init = {}) => {
    const url = new URL(typeof input === "object" && "url" in input ? input.url : input);
    checkModelUrl(allowed, url);
    const { body, signal, method = "GET", headers } = init;
    if (body != null && typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError("The body of a model request must be text or bytes");
    }
    const isSecure = url.protocol === "https:";
    const { promise, resolve: respond, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
        agent: agents[isSecure ? "https:" : "http:"],
        signal: signal ?? undefined,
      },
      respond,
    );
    request.on("error", reject);
    request.end(body ?? undefined);
    try {
      return toResponse(await promise);
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error;
    }
  };
}

/** Creates a DNS lookup that returns only addresses to which the service may connect. */
function lookupAllowed({
  allowed,
  resolve,
  isSecure,
}: {
  readonly allowed: AllowedHosts;
  readonly resolve: Resolve;
  readonly isSecure: boolean;
}): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, found) => {
      if (error !== null) return callback(error, "", 4);
      const name = hostOf(new URL(`http://${hostname}`));
      const usable = found.filter(({ address }) => isAllowedAddress(allowed, { hostname: name, address, isSecure }));
      const [first] = usable;
      if (first === undefined) return callback(new AddressRefusedError(notPublicMessage(hostname)), "", 4);
      if (all === true) return callback(null, usable);
      return callback(null, first.address, first.family);
    });
  };
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = "" } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each);
  }
  if (status < 200 || status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, { status: status < 200 ? 502 : status, headers });
  }
  let size = 0;
  const limited = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.byteLength;
      if (size <= maxResponseBytes) return done(null, chunk);
      return done(new Error(`The provider returned more than ${maxResponseBytes} bytes`));
    },
  });
  message.on("error", (error) => limited.destroy(error));
  limited.on("close", () => message.destroy());
  const body = Readable.toWeb(message.pipe(limited)) as ReadableStream<Uint8Array>; // the same class at run time
  return new Response(body, { status, statusText, headers });
}
