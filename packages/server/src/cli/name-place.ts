/** Location of a database, without credentials. */
export function nameDatabase(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

/** Which bucket it is, without how it is reached. */
export function nameBucket(filesUrl: string): string {
  return filesUrl.replace(/\?.*$/, "");
}
