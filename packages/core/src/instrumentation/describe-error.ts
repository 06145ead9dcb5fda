/** Describes an error on one line: its class, which is more specific than the client's `name`, and its message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return `${name}: ${error.message}`;
}
