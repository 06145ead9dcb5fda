/**
 * Unpacks the service as an installation would, and runs it with only its declared dependencies. Checks that every file
 * loads, and that sign-in works, because sign-in uses the bundled packages.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./published-packages.ts";

const script = `
import { readdirSync } from "node:fs";
import { join } from "node:path";
const dist = join(import.meta.dirname, "node_modules/threadline/dist");
const { createServer } = await import(join(dist, "index.js"));
const entries = ["threadline.js", "run-store-thread.js", "run-price-patterns.js"];
for (const file of readdirSync(dist).filter((name) => name.endsWith(".js") && !entries.includes(name))) await import(join(dist, file));
const server = createServer({ dataDir: join(import.meta.dirname, "data"), logger: false });
const { setupPath } = await server.ready;
const token = new URL(setupPath, "http://localhost").searchParams.get("token");
let cookie = "";
const post = async (path, body, headers = {}) => {
  const response = await server.fetch("http://localhost" + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost", "sec-fetch-site": "same-origin", cookie, ...headers },
    body: JSON.stringify(body),
  });
  const [set] = response.headers.getSetCookie();
  if (set) cookie = set.split(";")[0];
  if (!response.ok) throw new Error(path + " answered " + response.status + ": " + (await response.text()));
  return response.json();
};
const account = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
await post("/api/session/setup", { ...account, token });
await post("/api/session/sign-out", {});
cookie = "";
await post("/api/session/sign-in", account);
await post("/api/session/second-factor/begin", { password: account.password });
await post("/api/graphql", { query: "mutation { createDataset(name: \\"packed\\") { id } }" });
const { data } = await post("/api/graphql", { query: "{ viewer { email } datasets { totalCount } }" });
if (data.viewer.email !== account.email || data.datasets.totalCount !== 1) throw new Error(JSON.stringify(data));
await server.close();
`;

/** Throws if the service in a tarball does not run. Its dependencies are linked below the folder. */
export function checkPackedService(tarball: string, folder: string): void {
  const modules = join(folder, "node_modules");
  const service = join(modules, "threadline");
  mkdirSync(service, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", service, "--strip-components=1"]);
  const manifest = JSON.parse(readFileSync(join(service, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "packages/server/node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "run.mjs"), script);
  execFileSync(process.execPath, ["run.mjs"], { cwd: folder, stdio: "pipe", encoding: "utf8", timeout: 120_000 });
}
