import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export function engineFile(): string {
  return import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm")
    : fileURLToPath(new URL("./quickjs.wasm", import.meta.url));
}
