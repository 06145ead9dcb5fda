/** Returns the URL of a database without credentials and parameters. */
export function databaseName(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

/** Returns the URL of a bucket without connection parameters. */
export function bucketName(filesUrl: string): string {
  return filesUrl.replace(/\?.*$/, "");
}
