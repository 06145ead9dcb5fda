import { GraphQLRequestError } from "../errors.ts";

/**
 * Returns a record that must exist.
 *
 * @throws {GraphQLRequestError} with the code `NOT_FOUND` when the record is null or undefined.
 */
export function found<Record>(operation: string, id: string, record: Record | null | undefined): Record {
  if (record !== null && record !== undefined) return record;
  const message = `${operation}: record ${JSON.stringify(id)} not found`;
  throw new GraphQLRequestError(message, [{ message, path: [operation], extensions: { code: "NOT_FOUND" } }]);
}
