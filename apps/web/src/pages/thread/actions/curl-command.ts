/** The request for a record as a command of a shell, with the key as a variable to fill in. */
export function curlCommand(options: {
  readonly endpoint: string;
  readonly query: string;
  readonly variables: object;
}): string {
  const body = JSON.stringify({ query: options.query, variables: options.variables });
  return [
    `curl ${quote(options.endpoint)}`,
    "  -H 'content-type: application/json'",
    '  -H "x-api-key: $THREADLINE_API_KEY"',
    `  -d ${quote(body)}`,
  ].join(" \\\n");
}

/** A word of a POSIX shell, in which nothing is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
