import { fileURLToPath } from "node:url";

/** Where the UI lies: beside the built code, or in a checkout where its own build leaves it. */
export function locateWebFolder(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../../apps/web/dist/" : "./web/", import.meta.url));
}
