import { buildSchema, parse, validate } from "graphql";
import { sdl } from "@threadline/schema";
import { expect } from "vitest";

const emptyBatch = /^\s*mutation \w+\(\s*\)\s*\{\s*\}\s*$/;

/**
 * Expects that each document is valid. Excludes empty batches, which are not valid GraphQL; the service handles them
 * separately.
 */
export function expectValidDocuments(documents: ReadonlySet<string>): void {
  const schema = buildSchema(sdl);
  const invalid = [...documents]
    .filter((document) => !emptyBatch.test(document))
    .flatMap((document) => validate(schema, parse(document)).map(({ message }) => `${message}\n${document}`));
  expect(invalid).toEqual([]);
}
