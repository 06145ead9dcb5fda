import { type AllowedHosts, checkModelUrl, readAllowedHosts } from "./address-policy.ts";
import { createModelFetch, type Resolve } from "./model-fetch.ts";

/** Sends requests to addresses that users configure for model connections, remote tasks and notification channels. */
export interface Outbound {
  /** Throws an `Error` if requests to this URL are not allowed. */
  readonly checkUrl: (url: URL) => void;
  /** Connects only to allowed addresses, follows no redirects, and limits the size of responses. */
  readonly fetch: typeof fetch;
}

export function createOutbound(options: {
  /** Names, addresses and networks that are allowed in addition to public addresses. */
  readonly hosts: readonly string[];
  readonly allowsLoopback: boolean;
  readonly resolve?: Resolve | undefined;
}): Outbound {
  const allowed: AllowedHosts = readAllowedHosts(options.hosts, options.allowsLoopback);
  return {
    checkUrl: (url) => checkModelUrl(allowed, url),
    fetch: createModelFetch(allowed, options.resolve),
  };
}
