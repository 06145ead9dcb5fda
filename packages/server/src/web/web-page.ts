import { brotliCompressSync, gzipSync } from "node:zlib";
import { etagOf } from "./web-files.ts";
import type { WebFile } from "./web-files.ts";

const basePathElement = /<meta name="base-path" content="[^"]*"\s*\/?>/;
const relativeUrls = /\b(href|src)="\.\//g;

/**
 * Adapts the page of the UI to its base path. File paths become absolute, and a `<meta>` tag contains the base path for
 * the UI's code. A `<base>` element could replace both, but the content security policy would have to allow it.
 */
export function createWebPage(index: WebFile, basePath: string): WebFile {
  const html = new TextDecoder().decode(index.bytes);
  if (!basePathElement.test(html))
    throw new Error(
      'The UI cannot be served, because its index.html has no <meta name="base-path" content="/">. Build the UI again.',
    );
  const served = html
    .replace(basePathElement, () => `<meta name="base-path" content="${basePath}/" />`)
    .replaceAll(relativeUrls, (_, attribute: string) => `${attribute}="${basePath}/`);
  const bytes = new TextEncoder().encode(served);
  return {
    ...index,
    etag: etagOf(bytes),
    bytes,
    packed: new Map([
      ["br", new Uint8Array(brotliCompressSync(bytes))],
      ["gzip", new Uint8Array(gzipSync(bytes))],
    ]),
  };
}
