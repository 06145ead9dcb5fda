/** Returns a shell command that requests a record. The command reads the API key from a variable. */
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

/** Quotes a word for a POSIX shell, which then expands nothing in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
