import { readFile } from "node:fs/promises";
import { expect } from "vitest";

/** Expects that the paths visit every route of the router, so that the test covers new pages. */
export async function expectRoutesVisited(visits: readonly { readonly path: string }[]): Promise<void> {
  const router = await readFile(new URL("../src/router.tsx", import.meta.url), "utf8");
  const paths = [...router.matchAll(/^ {2}path: "([^"]+)"/gm)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(20);
  const visited = visits.map(({ path }) => path.replace(/^\/projects\/[^/?]+/, "").replace(/\?.*$/, "") || "/");
  const missing = paths.filter((path) => {
    if (["/projects/$projectId", "/settings", "/logs/scores/$scoreId/call", "$"].includes(path)) return false; // these are a layout and redirects
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}$`);
    return !visited.some((each) => pattern.test(each));
  });
  expect(missing).toEqual([]);
}
