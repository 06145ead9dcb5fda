import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { webContentSecurityPolicy } from "./content-security-policy.ts";
import { locateWebFolder } from "./locate-web-folder.ts";
import { missingPage } from "./missing-page.ts";
import { serveWebFile } from "./serve-web-file.ts";
import { WebFiles } from "./web-files.ts";
import { createWebPage } from "./web-page.ts";

/**
 * Handles a request that matches no route. Resolves to null if the request is neither for a page nor for a file of the
 * UI.
 */
export type WebHandler = (context: Context<AppEnv>) => Promise<Response | null>;

export interface WebHandlerOptions {
  /** Folder of the built UI; false for none. Default: the result of `locateWebFolder`. */
  readonly webDir?: string | false | undefined;
  /** Path prefix: empty, or with a leading slash and without a trailing one. */
  readonly basePath: string;
}

/** Creates the handler that serves the UI: its files by name, and its page for every HTML request outside of `/api`. */
export async function createWebHandler({ webDir, basePath }: WebHandlerOptions): Promise<WebHandler> {
  const files = webDir === false ? null : await WebFiles.open(webDir ?? locateWebFolder());
  const index = await files?.find("index.html");
  const page = index ? createWebPage(index, basePath) : null;

  return async (context) => {
    const { method, path, raw } = context.req;
    if ((method !== "GET" && method !== "HEAD") || path === "/api" || path.startsWith("/api/")) return null;
    const name = path.slice(1);
    const file = name === "index.html" ? null : await files?.find(name);
    if (file) return serveWebFile(file, raw);
    if (!isPage(path, raw.headers.get("accept"))) return null;
    if (!page) return context.html(missingPage(basePath));
    const response = serveWebFile(page, raw);
    response.headers.set("content-security-policy", webContentSecurityPolicy);
    response.headers.append("vary", "accept");
    return response;
  };
}

/**
 * Whether a request is for a page. Browsers ask for HTML, and get the page for every path. Other clients do not, and
 * get a readable error for a wrong path.
 */
function isPage(path: string, accept: string | null): boolean {
  if (path.startsWith("/assets/")) return false;
  return path === "/" || (accept ?? "").includes("text/html");
}
