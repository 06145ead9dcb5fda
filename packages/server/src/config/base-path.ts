const possibleBasePath = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;

/**
 * Returns the path with a leading slash and without a trailing one; empty for the root. Throws a `TypeError` if it
 * contains characters other than letters, digits, `.`, `_`, `~` and `-`.
 */
export function readBasePath(text: string): string {
  const path = text.trim().replace(/\/+$/, "");
  const basePath = path === "" || path.startsWith("/") ? path : `/${path}`;
  if (basePath !== "" && !possibleBasePath.test(basePath)) {
    throw new TypeError("must be a URL path of letters, digits and . _ ~ -, such as /threadline");
  }
  return basePath;
}
