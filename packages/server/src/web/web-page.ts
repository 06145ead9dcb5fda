import { brotliCompressSync, gzipSync } from "node:zlib";
import { etagOf } from "./web-files.ts";
import type { WebFile } from "./web-files.ts";

const baseElement = /<base href="[^"]*"\s*\/?>/;

/** The one page of the UI, told where it is served: its router, links and files all follow `<base href>`. */
export function createWebPage(index: WebFile, basePath: string): WebFile {
  const html = new TextDecoder().decode(index.bytes);
  if (!baseElement.test(html)) throw new Error('index.html of the UI lacks <base href="/">');
  const bytes = new TextEncoder().encode(html.replace(baseElement, `<base href="${basePath}/" />`));
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
