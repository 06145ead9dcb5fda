import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number;
  readonly environment?: unknown;
  readonly permissions?: unknown;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}

/** Triggers that strangers can cause, and that run with the permissions of the repository. */
const strangers = ["pull_request_target", "workflow_run", "issue_comment", "issues", "discussion", "fork"];
const mayWrite: ReadonlySet<string> = new Set(["release/publish: id-token", "release/announce: contents"]);

/** Returns the weaknesses of a GitHub Actions workflow that would allow a takeover of the release. */
export function inspectWorkflow(name: string, text: string): string[] {
  const { on, permissions, jobs = {} } = parse(text) as Workflow; // the type of each field is checked before use
  const triggers = typeof on === "string" ? [on] : Object.keys(Object(on));
  const failures = strangers.filter((event) => triggers.includes(event)).map((event) => `starts by ${event}`);
  if (permissions === undefined) failures.push("sets no permissions, so the settings of the repository apply");
  failures.push(...writes(permissions).map((scope) => `may write ${scope} in every job`));
  for (const [, action = "", comment = ""] of text.matchAll(/uses:\s*(\S+)(.*)/g)) {
    if (!/^actions\/[\w-]+@[\da-f]{40}$/.test(action))
      failures.push(`uses ${action}, which is not an action of GitHub that is pinned by commit`);
    else if (!/^ # v\d+\.\d+\.\d+$/.test(comment))
      failures.push(`uses ${action} without a comment that states its version`);
  }
  if (/\bsecrets\b/.test(text)) failures.push("uses a stored secret");
  for (const [job, found] of Object.entries(jobs)) {
    failures.push(...inspectJob(`${name}/${job}`, found).map((failure) => `${job}: ${failure}`));
  }
  return failures.map((failure) => `${name}: ${failure}`);
}

function inspectJob(place: string, job: Job): string[] {
  const { steps = [] } = job;
  const failures = writes(job.permissions)
    .filter((scope) => !mayWrite.has(`${place}: ${scope}`))
    .map((scope) => `may write ${scope}`);
  if (!/^ubuntu-\d\d\.\d\d$/.test(job["runs-on"] ?? "")) failures.push("runs on a system image without a version");
  if (job["timeout-minutes"] === undefined) failures.push("has no timeout");
  for (const { uses = "", run = "", with: settings = {} } of steps) {
    if (run.includes("${{")) failures.push("uses an expression in a script");
    if (uses.startsWith("actions/checkout@") && settings["persist-credentials"] !== false) {
      failures.push("keeps its credentials for later steps");
    }
  }
  if (writes(job.permissions).includes("id-token")) {
    if (job.environment === undefined) failures.push("publishes without an environment that requires approval");
    const code = steps.some(
      ({ uses = "", run = "" }) => uses.startsWith("actions/checkout@") || /\b(npx|pnpm)\b/.test(run),
    );
    if (code) failures.push("may publish, but runs code of the repository or its dependencies");
  }
  return failures;
}

function writes(permissions: unknown): string[] {
  if (typeof permissions === "string") return permissions === "read-all" ? [] : [permissions];
  return Object.entries(Object(permissions) as Record<string, unknown>)
    .filter(([, right]) => right === "write")
    .map(([scope]) => scope);
}
