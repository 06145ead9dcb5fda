const { content = "/" } = document.querySelector<HTMLMetaElement>('meta[name="base-path"]') ?? {};

/**
 * Path that the service is mounted under, with a trailing slash (`/` or `/threadline/`); set by a `<meta>` tag of the
 * page.
 */
export const basePath: string = content;

/** URL of a path of the service, such as `serviceUrl("api/graphql")`. */
export function serviceUrl(path: string): string {
  return `${basePath}${path}`;
}
