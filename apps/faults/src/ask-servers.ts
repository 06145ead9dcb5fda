import { setTimeout as pause } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

const pauseMs = 100;

/**
 * Sends a request to the servers as the owner, until one of them responds. A server may execute it more than once, so
 * repeating `query` must change nothing. The servers must run with `--no-login`.
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
