/** An error as one line: its class, which tells more than the name that the client gives all its errors, and its message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return `${name}: ${error.message}`;
}
