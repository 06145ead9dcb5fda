/** Path that the service is mounted under, with a slash at its end (`/` or `/threadline/`); the page's `<base>` tells it. */
export const basePath: string = new URL(document.baseURI).pathname;

/** URL of something that the service serves, e.g. `serviceUrl("api/graphql")`. */
export function serviceUrl(path: string): string {
  return `${basePath}${path}`;
}
