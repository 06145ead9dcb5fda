import { fileURLToPath } from "node:url";

/** Returns the folder of the UI. It is next to the built code or, in a checkout, the output of the UI's own build. */
export function locateWebFolder(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../../apps/web/dist/" : "./web/", import.meta.url));
}
