const { content = "/" } = document.querySelector<HTMLMetaElement>('meta[name="base-path"]') ?? {};

/**
 * Path that the service is mounted under, with a trailing slash (`/` or `/threadline/`). A `<meta>` tag of the page
 * sets it.
 */
export const basePath: string = content;

/** Returns the URL of a path below the base path, such as `serviceUrl("api/graphql")`. */
export function serviceUrl(path: string): string {
  return `${basePath}${path}`;
}

/** Returns the absolute URL of the service, without a trailing slash. */
export function absoluteServiceUrl(): string {
  return new URL(basePath, location.origin).href.replace(/\/$/, "");
}
