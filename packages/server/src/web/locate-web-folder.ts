import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where the UI lies: beside the built code, or in a checkout where its own build leaves it. */
export function locateWebFolder(): string {
  const built = fileURLToPath(new URL("./web/", import.meta.url));
  return existsSync(`${built}index.html`)
    ? built
    : fileURLToPath(new URL("../../../../apps/web/dist/", import.meta.url));
}
