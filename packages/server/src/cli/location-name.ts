/** Location of a database, without credentials. */
export function databaseName(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

/** URL of a bucket, without connection parameters. */
export function bucketName(filesUrl: string): string {
  return filesUrl.replace(/\?.*$/, "");
}
