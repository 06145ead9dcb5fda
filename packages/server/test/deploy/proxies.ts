import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closedPort } from "../doctor/examine.ts";

const root = join(import.meta.dirname, "../../../..");

/** A running proxy in front of a port, configured by `deploy/`. */
export interface Proxy {
  readonly origin: string;
  /** Certificate of the origin; undefined without TLS. */
  readonly ca: string | undefined;
  /** HTTP origin that redirects to `origin`; undefined if there is none. */
  readonly plainOrigin: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts nginx with `deploy/nginx/threadline.conf`, changed only in its ports and paths. nginx checks the configuration
 * first.
 */
export async function startNginx(program: string, upstream: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-nginx-"));
  const [port, plainPort] = [await closedPort(), await closedPort()];
  const key = join(folder, "privkey.pem");
  const certificate = join(folder, "fullchain.pem");
  const subject = ["-subj", "/CN=threadline.example.com", "-addext", "subjectAltName=DNS:threadline.example.com"];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", [...made, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const shipped = await readFile(join(root, "deploy/nginx/threadline.conf"), "utf8");
  const changes: readonly (readonly [string, string])[] = [
    ["127.0.0.1:4000", `127.0.0.1:${upstream}`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["/etc/ssl/threadline/", `${folder}/`],
  ];
  let text = shipped;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx/threadline.conf has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  const names = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const places = names.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  const global = `daemon off; pid ${folder}/pid; error_log stderr; events {}`;
  await writeFile(join(folder, "nginx.conf"), `${global} http { access_log off; ${places}\n${text}\n}`);
  const flags = ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  execFileSync(program, [...flags, "-t"], { stdio: "pipe" });
  return {
    origin: `https://threadline.example.com:${port}`,
    ca: await readFile(certificate, "utf8"),
    plainOrigin: `http://threadline.example.com:${plainPort}`,
    stop: await run(program, flags, port, folder),
  };
}

/**
 * Starts Caddy with `deploy/caddy/Caddyfile`, but without a certificate, because Caddy would install its own on this
 * machine.
 */
export async function startCaddy(program: string, upstream: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-caddy-"));
  const port = await closedPort();
  const place = join(folder, "Caddyfile");
  await mkdir(folder, { recursive: true });
  await copyFile(join(root, "deploy/caddy/Caddyfile"), place);
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    HOME: folder,
    THREADLINE_DOMAIN: origin,
    THREADLINE_UPSTREAM: "localhost",
    THREADLINE_PORT: String(upstream),
    CADDY_ADMIN: `127.0.0.1:${await closedPort()}`,
  };
  const flags = ["--config", place, "--adapter", "caddyfile"];
  execFileSync(program, ["validate", ...flags], { env, stdio: "pipe" });
  return {
    origin,
    ca: undefined,
    plainOrigin: undefined,
    stop: await run(program, ["run", ...flags], port, folder, env),
  };
}

/** Starts a program. Resolves when its port accepts connections. */
async function run(
  program: string,
  flags: readonly string[],
  port: number,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<() => Promise<void>> {
  const child = spawn(program, flags, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const ended = once(child, "close");
  // oxlint-disable-next-line no-await-in-loop -- one try after the other
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
  }
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  } finally {
    socket.destroy();
  }
}
