import { challenge, challengeHeader } from "../http/instance-proof.ts";
import { createPublicUrl } from "../http/public-url.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { readIdentity } from "./read-identity.ts";

/** Timeout of a request, in milliseconds. */
const patience = 5_000;

export async function checkService(deployment: Deployment): Promise<Finding[]> {
  const { configuration } = deployment;
  const { basePath } = createPublicUrl(configuration);
  const url = `http://${reachableName(configuration.host)}:${configuration.port}${basePath}`;
  const { baseUrl } = configuration;
  const records = await readIdentity(configuration).catch(() => undefined);
  const atPublicUrl = baseUrl === undefined ? [] : [checkPublicUrl(`${new URL(baseUrl).origin}${basePath}`, records)];
  return [...(await checkOwnAddress(url, deployment, records)), ...(await Promise.all(atPublicUrl))];
}

/**
 * Identity of the store in the configuration, as {@link readIdentity} returns it; undefined if it could not be read.
 */
type Identity = string | null | undefined;

async function checkOwnAddress(url: string, deployment: Deployment, records: Identity): Promise<Finding[]> {
  const answer = await ask(`${url}/health`);
  if (answer instanceof Error) {
    return codeOf(answer) === "ECONNREFUSED"
      ? [warning("service", `The service does not respond at ${url}.`, "Start it: threadline serve.")]
      : [failure("service", `${url} does not respond: ${describe(answer)}.`, "Check its log, then restart it.")];
  }
  if (!isHealthy(answer)) {
    return [failure("service", `Another program responds at ${url}.`, "Stop it, or choose another port: --port.")];
  }
  const { ready, owner } = await askOwner(url, records);
  if (ready instanceof Error || ready.status !== 200) {
    return [
      failure(
        "service",
        `The service at ${url} cannot reach its database.`,
        "Look for `the store does not respond` in its log.",
      ),
    ];
  }
  if (owner === "others") {
    return [
      failure(
        "service",
        `A Threadline service with a different database responds at ${url}.`,
        "Stop that service, or run doctor with its flags, environment variables and data folder.",
      ),
    ];
  }
  const answers =
    owner === "ours"
      ? ok("service", `${url} responds and serves these records.`)
      : warning(
          "service",
          `${url} responds, but this command cannot determine whether it serves these records.`,
          "Fix the database checks, then run this command again.",
        );
  return [answers, await checkRunningVersion(url, deployment)];
}

/**
 * Checks whether the service at a URL uses the configured store. A service with another store could respond there. The
 * request contains a challenge that only a service with the configured store can answer.
 */
async function askOwner(url: string, records: Identity) {
  const question = typeof records === "string" ? challenge(records) : null;
  const ready = await ask(`${url}/ready`, question ? { [challengeHeader]: question.header } : {});
  if (records === undefined || ready instanceof Error || ready.status !== 200) return { ready, owner: "unknown" };
  return { ready, owner: question?.isMet(readProof(ready.text)) ? "ours" : "others" };
}

function readProof(text: string): unknown {
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof;
  } catch {
    return undefined;
  }
}

/** Checks the version of the running service. The version is read from the metrics, which require `metricsToken`. */
async function checkRunningVersion(url: string, { configuration, version }: Deployment): Promise<Finding> {
  const { metricsToken } = configuration;
  if (metricsToken === undefined) return ok("running-version", "Unknown, because metrics are disabled.");
  const answer = await ask(`${url}/metrics`, { authorization: `Bearer ${metricsToken}` });
  if (answer instanceof Error || answer.status !== 200) {
    const reason = answer instanceof Error ? describe(answer) : `status ${answer.status}`;
    return failure(
      "running-version",
      `${url}/metrics cannot be read: ${reason}.`,
      "The service may have been started with other settings. Restart it.",
    );
  }
  const running = /^threadline_build_info\{[^}]*version="([^"]+)"/m.exec(answer.text)?.[1];
  return running === version
    ? ok("running-version", `${version} runs.`)
    : warning(
        "running-version",
        `The service runs ${running ?? "an older version"}, but ${version} is installed.`,
        "Restart the service.",
      );
}

async function checkPublicUrl(url: string, records: Identity): Promise<Finding> {
  const answer = await ask(`${url}/health`);
  if (answer instanceof Error) {
    return warning(
      "public-url",
      `${url} cannot be reached from this machine: ${describe(answer)}.`,
      "Check DNS, the proxy and its certificate from a client.",
    );
  }
  const advice = "Correct the proxy or --base-url.";
  if (!isHealthy(answer)) {
    return failure("public-url", `${url} leads to another program (status ${answer.status}).`, advice);
  }
  const { owner } = await askOwner(url, records);
  if (owner === "others")
    return failure("public-url", `${url} leads to a Threadline service with a different database.`, advice);
  return ok("public-url", `${url} leads to ${owner === "ours" ? "these records" : "a Threadline service"}.`);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer | Error> {
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(patience) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isHealthy({ status, text }: Answer): boolean {
  return status === 200 && text === '{"status":"ok"}';
}

/**
 * Returns the error code of a failed `fetch`. The code is in the cause, which contains one error for each address
 * tried.
 */
function codeOf(error: Error): string {
  const { cause } = error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && "code" in first ? String(first.code) : "";
}

function describe(error: Error): string {
  return codeOf(error) || (error.cause instanceof Error ? error.cause.message : error.message);
}

function reachableName(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
