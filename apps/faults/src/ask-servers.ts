import { setTimeout as pause } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

const pauseMs = 100;

/**
 * Sends a request as the owner to the servers in turn, until one of them responds. If a response is lost, the request
 * is executed again, so `query` must have the same effect when it is repeated. The servers must run with `--no-login`.
 */
export async function askServers(
  servers: readonly ServerProcess[],
  query: string,
  variables: object = {},
): Promise<unknown> {
  for (let turn = 0; ; turn += 1) {
    const url = servers[turn % servers.length]?.url ?? "";
    // oxlint-disable no-await-in-loop -- one attempt after the other
    const response = await fetch(`${url}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-project": "default", origin: url },
      body: JSON.stringify({ query, variables }),
    }).catch(() => null);
    const body = await response?.json().catch(() => null);
    // oxlint-enable no-await-in-loop
    const { data, errors } = (body ?? {}) as { data?: unknown; errors?: readonly { readonly message: string }[] };
    if (errors?.[0] && response?.status !== 503) throw new Error(errors[0].message);
    if (data != null) return data;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(pauseMs);
  }
}
