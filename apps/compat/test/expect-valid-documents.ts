import { buildSchema, parse, validate } from "graphql";
import { sdl } from "@threadline/schema";
import { expect } from "vitest";

const emptyBatch = /^\s*mutation \w+\(\s*\)\s*\{\s*\}\s*$/;

/**
 * Expects that each document is valid GraphQL. Ignores empty batches: published clients send them, and the service
 * accepts them although they are not valid.
 */
export function expectValidDocuments(documents: ReadonlySet<string>): void {
  const schema = buildSchema(sdl);
  const invalid = [...documents]
    .filter((document) => !emptyBatch.test(document))
    .flatMap((document) => validate(schema, parse(document)).map(({ message }) => `${message}\n${document}`));
  expect(invalid).toEqual([]);
}
