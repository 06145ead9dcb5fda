/** Each resource is one vertical under one name; this fails when a resource lacks a cell. */
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
  "files",
];

const cells: Record<string, (resource: string) => string> = {
  "SDL file": (resource) => `packages/schema/sdl/${resource}.graphql`,
  "SDK operations": (resource) => `packages/core/src/api/${resource}.ts`,
  resolvers: (resource) => `packages/server/src/resolvers/${resource}.ts`,
  record: (resource) => `packages/server/src/records/${resource}.ts`,
  "store port": (resource) => `packages/server/src/store/${resource}.ts`,
  "embedded store": (resource) => `packages/server/src/store/sqlite/${resource}.ts`,
  "PostgreSQL store": (resource) => `packages/server/src/store/postgres/${resource}.ts`,
  "store conformance": (resource) => `packages/server/src/store/conformance/${resource}.ts`,
  example: (resource) => `examples/${resource}.ts`,
};

for (const resource of resources) {
  for (const [cell, path] of Object.entries(cells)) {
    const isPresent = await access(join(root, path(resource))).then(
      () => true,
      () => false,
    );
    if (isPresent) continue;
    console.error(`${resource} has no ${cell}: ${path(resource)} is missing`);
    process.exitCode = 1;
  }
}
