import { spawn } from "node:child_process";
import { once } from "node:events";
import { environment, ordinaryUser } from "./runner.ts";

export interface ServiceOptions {
  readonly tarball: string;
  readonly cwd: string;
  readonly home: string;
  readonly programs: string;
}

/** Starts the service from a tarball with npx, requests its UI and its records, and stops it. */
export async function checkService({ tarball, cwd, home, programs }: ServiceOptions): Promise<void> {
  const user = ordinaryUser === null ? {} : { uid: ordinaryUser, gid: ordinaryUser };
  const parameters = ["-y", `--package=${tarball}`, "threadline", "serve", "--port", "0"];
  const child = spawn("npx", parameters, {
    cwd,
    env: environment({ home, programs }),
    ...user,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGTERM");
  };
  process.once("exit", stop);
  try {
    let printed = "";
    for await (const chunk of child.stderr) {
      printed += String(chunk);
      if (printed.includes("export THREADLINE_URL=")) break;
    }
    const [, url, key] = /export THREADLINE_URL=(\S+) THREADLINE_API_KEY=(\S+)/.exec(printed) ?? [];
    if (url === undefined || key === undefined) throw new Error(`The service did not start:\n${printed}`);
    const page = await fetch(url);
    if (!page.ok || !(await page.text()).includes("<html"))
      throw new Error(`${url} returned status ${page.status}, and not the page`);
    const body = JSON.stringify({ query: "{ threads { totalCount } }" });
    const headers = { "content-type": "application/json", "x-api-key": key };
    const answer = await fetch(`${url}/api/graphql`, { method: "POST", headers, body });
    const { data } = (await answer.json()) as { data?: { threads: { totalCount: number } } };
    if (data?.threads.totalCount !== 0)
      throw new Error(`The GraphQL endpoint responded with status ${answer.status}, and not with an empty project`);
  } finally {
    stop();
    await closed;
    process.off("exit", stop);
  }
}
