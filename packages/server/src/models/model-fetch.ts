import { lookup as systemLookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { AgentOptions, IncomingMessage, RequestOptions } from "node:http";
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
const keptMs = 4_000;

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
  const createAgents = (options: AgentOptions): Record<string, HttpAgent> => ({
    "http:": new HttpAgent({ ...options, lookup: lookupAllowed({ allowed, resolve, isSecure: false }) }),
    "https:": new HttpsAgent({ ...options, lookup: lookupAllowed({ allowed, resolve, isSecure: true }) }),
  });
  // Connections are kept for the next requests to the same host. The address of an open connection cannot change, so it
  // is checked only when the connection is opened.
  const agents = createAgents({ keepAlive: true, timeout: keptMs });
  const freshAgents = createAgents({});
  return async (input, init = {}) => {
    const url = new URL(typeof input === "object" && "url" in input ? input.url : input);
    checkModelUrl(allowed, url);
    const { body, signal, method = "GET", headers } = init;
    if (body != null && typeof body !== "string" && !(body instanceof Uint8Array)) {
      throw new TypeError("The body of a model request must be text or bytes");
    }
    const options = {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), "accept-encoding": "identity" },
      signal: signal ?? undefined,
    };
    try {
      const message = await send(url, { ...options, agent: agents[url.protocol] }, body).catch((error: unknown) => {
        if (!(error instanceof StaleConnectionError)) throw error;
        return send(url, { ...options, agent: freshAgents[url.protocol] }, body);
      });
      return toResponse(message);
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error;
    }
  };
}

/**
 * Thrown if the provider closed the idle connection that was used. The request was not processed, so it can be sent
 * again.
 */
class StaleConnectionError extends Error {
  override readonly name = "StaleConnectionError";
}

function send(
  url: URL,
  options: RequestOptions,
  body: string | Uint8Array | null | undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, resolve);
  request.on("error", (error: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
    reject(isStale ? new StaleConnectionError(error.message, { cause: error }) : error);
  });
  request.end(body ?? undefined);
  return promise;
}

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
      return done(new Error(`The response of the model provider is larger than ${maxResponseBytes} bytes`));
    },
  });
  message.on("error", (error) => limited.destroy(error));
  limited.on("close", () => message.destroy());
  const body = Readable.toWeb(message.pipe(limited)) as ReadableStream<Uint8Array>; // the same class at run time
  return new Response(body, { status, statusText, headers });
}
