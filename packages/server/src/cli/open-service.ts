import { Threadline } from "@threadline/core";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Opens the service at `--url` or THREADLINE_URL with the key in THREADLINE_API_KEY. `needed` describes the required
 * key, for the error message.
 */
export function openService(
  { url: given }: { readonly url?: string | undefined },
  { env }: Terminal,
  needed: string,
): { readonly client: Threadline; readonly url: string; readonly apiKey: string } {
  const apiKey = env["THREADLINE_API_KEY"];
  if (apiKey === undefined || apiKey === "") {
    throw new CommandError(`Set THREADLINE_API_KEY to an API key ${needed}.`);
  }
  const url = given ?? env["THREADLINE_URL"] ?? "http://127.0.0.1:4000";
  return { client: new Threadline({ apiKey, url, timeoutMs: 120_000, maxRetries: 5, onError: () => {} }), url, apiKey };
}
