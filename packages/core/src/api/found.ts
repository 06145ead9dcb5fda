import { GraphQLRequestError } from "../errors.ts";

/**
 * Insists that the service knows the record that an operation needs.
 *
 * @throws {GraphQLRequestError} with the code `NOT_FOUND` when it does not.
 */
export function found<Record>(operation: string, id: string, record: Record | null | undefined): Record {
  if (record !== null && record !== undefined) return record;
  const message = `${operation}: the service has no record ${JSON.stringify(id)}`;
  throw new GraphQLRequestError(message, [{ message, path: [operation], extensions: { code: "NOT_FOUND" } }]);
}
