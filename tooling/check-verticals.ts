/** Checks that each resource has all its files, from the SDL to the example, each named after the resource. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./published-packages.ts";

const resources = [
  "threads",
  "steps",
  "generations",
  "scores",
  "score-schemas",
  "users",
  "datasets",
  "experiments",
  "prompts",
  "evaluators",
  "review-queues",
  "files",
];

/**
 * Paths of the files that must exist for each resource, by kind of file. Some have an alternative: either the file at
 * the path exists, or all files in the list that follows it, one for each database.
 */
const cells: Record<string, (resource: string) => string | readonly [string, readonly string[]]> = {
  "SDL file": (resource) => `packages/schema/sdl/${resource}.graphql`,
  "SDK operations": (resource) => `packages/core/src/api/${resource}.ts`,
  resolvers: (resource) => `packages/server/src/resolvers/${resource}.ts`,
  record: (resource) => `packages/server/src/records/${resource}.ts`,
  "store port": (resource) => `packages/server/src/store/${resource}.ts`,
  store: (resource) => [
    `packages/server/src/store/resources/${resource}.ts`,
    ["sqlite", "postgres"].map((database) => `packages/server/src/store/recorded/${database}/${resource}.ts`),
  ],
  "store conformance": (resource) => `packages/server/src/store/conformance/${resource}.ts`,
  example: (resource) => `examples/${resource}.ts`,
};

for (const resource of resources) {
  for (const [cell, path] of Object.entries(cells)) {
    const place = path(resource);
    const [file, others] = typeof place === "string" ? [place, []] : place;
    if ((await isPresent(file)) || (others.length > 0 && (await Promise.all(others.map(isPresent))).every(Boolean))) {
      continue;
    }
    console.error(`${resource} has no ${cell}: ${file} is missing`);
    process.exitCode = 1;
  }
}

function isPresent(path: string): Promise<boolean> {
  return access(join(root, path)).then(
    () => true,
    () => false,
  );
}
