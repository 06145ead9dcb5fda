import { CommandError } from "../command-error.ts";
import type { Target } from "./coding-agents.ts";

const timeoutMs = 15_000;

/**
 * Checks that the coding agent can send to the service: verifies the key, and sends an empty OTLP request. Resolves to
 * the project id. Throws a {@link CommandError} that describes the problem and its remedy.
 */
export async function checkTarget(target: Target): Promise<string> {
  const { status, body } = await post(target, "/api/my-project");
  const { projectId } = body ?? {};
  if (status !== 401 && status !== 403 && typeof projectId !== "string") {
    throw failure(`${target.url} is not a Threadline service (HTTP status ${status}). Check --url`);
  }
  const sent = status === 200 ? await post(target, "/v1/logs") : { status, body };
  if (sent.status === 401) {
    throw failure(
      `${target.url} rejected the key${reasonOf(sent.body)}. Create a key with \`threadline key create --name agents --scopes ingest\` or under Settings > API keys, and set THREADLINE_API_KEY or --key`,
    );
  }
  if (sent.status === 403) {
    throw failure(
      `The key is not allowed to send records${reasonOf(sent.body)}. Create one with the scope ingest: \`threadline key create --name agents --scopes ingest\``,
    );
  }
  if (sent.status !== 200) {
    throw failure(`${target.url}/v1/logs responded ${sent.status}${reasonOf(sent.body)}. Try again later`);
  }
  return String(projectId);
}

interface Answer {
  readonly status: number;
  /** Null if the body is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

async function post({ url, key }: Target, path: string): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const signal = AbortSignal.timeout(timeoutMs);
  // Redirects are not followed, because they could send the key to another host.
  const init = { method: "POST", headers, body: "{}", signal, redirect: "manual" } as const;
  try {
    const response = await fetch(`${url}${path}`, init);
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      throw failure(`${url} redirects to ${new URL(location, url).origin}. Set --url to that address`);
    }
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, body: typeof body === "object" ? (body as Answer["body"]) : null };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { cause = error } = error as Error;
    const reason = (cause as Error).message || String((cause as { code?: string }).code);
    throw failure(`${url} is not reachable (${reason}). Start the service, or set --url`);
  }
}

function reasonOf(body: Answer["body"]): string {
  const { message, errors } = body ?? {};
  const first = Array.isArray(errors) ? (errors[0] as { readonly message?: unknown } | undefined)?.message : undefined;
  const text = message ?? first;
  return typeof text === "string" && text !== "" ? ` (${text})` : "";
}

function failure(message: string): CommandError {
  return new CommandError(
    `${message}. Nothing was changed. To change the settings without this check, add --no-check.`,
  );
}
