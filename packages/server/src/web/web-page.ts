import { brotliCompressSync, gzipSync } from "node:zlib";
import { etagOf } from "./web-files.ts";
import type { WebFile } from "./web-files.ts";

const basePathElement = /<meta name="base-path" content="[^"]*"\s*\/?>/;
const relativeUrls = /\b(href|src)="\.\//g;

/**
 * Page of the UI, adapted to its path: absolute file paths, and a `<meta>` tag for the rest. A `<base>` would do both,
 * but the policy would have to allow it.
 */
export function createWebPage(index: WebFile, basePath: string): WebFile {
  const html = new TextDecoder().decode(index.bytes);
  if (!basePathElement.test(html)) throw new Error('index.html of the UI lacks <meta name="base-path" content="/">');
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
