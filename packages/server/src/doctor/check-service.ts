import { challenge, challengeHeader } from "../http/instance-proof.ts";
import { createPublicUrl } from "../http/public-url.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { readIdentity } from "./read-identity.ts";

/** Milliseconds. */
const patience = 5_000;

/** The running service, at its own address and at the public one. */
export async function checkService(deployment: Deployment): Promise<Finding[]> {
  const { configuration } = deployment;
  const { basePath } = createPublicUrl(configuration);
  const url = `http://${reachableName(configuration.host)}:${configuration.port}${basePath}`;
  const { baseUrl } = configuration;
  const records = await readIdentity(configuration).catch(() => undefined);
  const atPublicUrl = baseUrl === undefined ? [] : [checkPublicUrl(`${new URL(baseUrl).origin}${basePath}`, records)];
  return [...(await checkOwnAddress(url, deployment, records)), ...(await Promise.all(atPublicUrl))];
}

/** Of records: null when there are none, undefined when they could not be read. */
type Identity = string | null | undefined;

async function checkOwnAddress(url: string, deployment: Deployment, records: Identity): Promise<Finding[]> {
  const answer = await ask(`${url}/health`);
  if (answer instanceof Error) {
    return codeOf(answer) === "ECONNREFUSED"
      ? [warning("service", `Nothing answers at ${url}.`, "Start it: threadline serve.")]
      : [failure("service", `${url} does not answer: ${describe(answer)}.`, "Look at its log, then start it again.")];
  }
  if (!isHealthy(answer)) {
    return [failure("service", `Another program answers at ${url}.`, "End it, or choose another port: --port.")];
  }
  const { ready, owner } = await askOwner(url, records);
  if (ready instanceof Error || ready.status !== 200) {
    return [
      failure(
        "service",
        `${url} runs, and cannot reach its records.`,
        "Look for `the store does not answer` in its log.",
      ),
    ];
  }
  if (owner === "others") {
    return [
      failure(
        "service",
        `Another deployment answers at ${url}: it has other records than these.`,
        "Give the flags, the variables and the data folder of the service, or end the other one.",
      ),
    ];
  }
  const answers =
    owner === "ours"
      ? ok("service", `${url} answers, with these records.`)
      : warning(
          "service",
          `${url} answers; whether with these records is not known.`,
          "Correct what was found of the database, then look again.",
        );
  return [answers, await checkRunningVersion(url, deployment)];
}

/** Whose records the service has that answers: it is asked what only one with the same records knows. */
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

/** The version is told with the metrics, to whoever has their token. */
async function checkRunningVersion(url: string, { configuration, version }: Deployment): Promise<Finding> {
  const { metricsToken } = configuration;
  if (metricsToken === undefined) return ok("running-version", "Not asked for: only metrics tell it.");
  const answer = await ask(`${url}/metrics`, { authorization: `Bearer ${metricsToken}` });
  if (answer instanceof Error || answer.status !== 200) {
    const reason = answer instanceof Error ? describe(answer) : `answers ${answer.status}`;
    return failure(
      "running-version",
      `${url}/metrics ${reason}.`,
      "The service has other settings than these: restart it.",
    );
  }
  const running = /^threadline_build_info\{[^}]*version="([^"]+)"/m.exec(answer.text)?.[1];
  return running === version
    ? ok("running-version", `${version} runs.`)
    : warning("running-version", `${running ?? "An older version"} runs, and ${version} is installed.`, "Restart it.");
}

async function checkPublicUrl(url: string, records: Identity): Promise<Finding> {
  const answer = await ask(`${url}/health`);
  if (answer instanceof Error) {
    return warning(
      "public-url",
      `${url} cannot be reached from here: ${describe(answer)}.`,
      "Look from a client: the name, the proxy, its certificate.",
    );
  }
  const advice = "Correct the proxy or --base-url.";
  if (!isHealthy(answer)) {
    return failure("public-url", `${url} leads to something else (status ${answer.status}).`, advice);
  }
  const { owner } = await askOwner(url, records);
  if (owner === "others")
    return failure("public-url", `${url} leads to another deployment, with other records.`, advice);
  return ok("public-url", `${url} leads to ${owner === "ours" ? "these records" : "a Threadline"}.`);
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

/** `fetch` keeps the reason in the cause; of several addresses that were tried, each has its own. */
function codeOf(error: Error): string {
  const { cause } = error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && "code" in first ? String(first.code) : "";
}

function describe(error: Error): string {
  return codeOf(error) || (error.cause instanceof Error ? error.cause.message : error.message);
}

/** Where this machine reaches what listens on an address. */
function reachableName(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
