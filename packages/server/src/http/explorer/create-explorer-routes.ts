import { extname } from "node:path";
import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { readExplorerAsset } from "./explorer-assets.ts";
import { explorerHtml, explorerScript } from "./explorer-page.ts";
import { explorerCss } from "./explorer-style.ts";

const mimeTypes: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript" };

/**
 * Allows only resources of this origin. There are two exceptions for the editor: it sets inline styles, and its style
 * sheet contains fonts and images as `data:` URLs.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function createExplorerRoutes({ basePath }: { readonly basePath: string }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get("/api/graphql", (context) =>
    send(context, explorerHtml(basePath), "text/html", { "content-security-policy": contentSecurityPolicy }),
  );
  routes.get("/api/graphql/assets/:name", async (context) => {
    const name = context.req.param("name");
    if (name === "explorer.css") return send(context, explorerCss, "text/css");
    if (name === "explorer.js") return send(context, explorerScript, "text/javascript");
    const text = await readExplorerAsset(name);
    if (text === null) return context.notFound();
    return send(context, text, mimeTypes[extname(name)] ?? "text/plain", { "cache-control": "public, max-age=3600" });
  });
  return routes;
}

function send(context: Context<AppEnv>, text: string, type: string, headers: Record<string, string> = {}): Response {
  return context.body(text, 200, { "content-type": `${type}; charset=utf-8`, ...headers });
}
