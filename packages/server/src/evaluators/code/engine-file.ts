import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Path of the engine. In development, it is in its package; otherwise, it is next to the built chunks. */
export function engineFile(): string {
  return import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm")
    : fileURLToPath(new URL("./quickjs.wasm", import.meta.url));
}
