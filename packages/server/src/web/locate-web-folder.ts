import { fileURLToPath } from "node:url";

/** Location of the UI: next to the built code, or in a checkout the output of its own build. */
export function locateWebFolder(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../../apps/web/dist/" : "./web/", import.meta.url));
}
