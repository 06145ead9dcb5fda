import { readBasePath } from "../config/base-path.ts";

export interface PublicUrl {
  /** Base path of every route: empty, or with a leading and without a trailing slash, such as `/threadline`. */
  readonly basePath: string;
  /** URL of the service without a trailing slash; null if it is not configured. */
  readonly known: string | null;
  readonly isHttps: boolean;
  /** URL of the service as seen by the client of a request, without a trailing slash. */
  forRequest(requestUrl: string): string;
}

/**
 * Creates the public URL of the service. The base path is `basePath` or, by default, the path of `baseUrl`. Throws a
 * `TypeError` that names the option if one is invalid, or if both contain a path and these differ.
 */
export function createPublicUrl(options: {
  readonly baseUrl?: string | undefined;
  readonly basePath?: string | undefined;
}): PublicUrl {
  const base = options.baseUrl === undefined ? null : new URL(options.baseUrl);
  const pathOfBase = named("baseUrl", base?.pathname ?? "");
  const given = options.basePath === undefined ? null : named("basePath", options.basePath);
  if (base && given !== null && pathOfBase !== "" && pathOfBase !== given) {
    throw new TypeError(
      `basePath: ${given || "/"} differs from the path of the base URL ${base.href}; set only one of them`,
    );
  }
  const basePath = given ?? pathOfBase;
  return {
    basePath,
    known: base && `${base.origin}${basePath}`,
    isHttps: base?.protocol === "https:",
    forRequest: (requestUrl) => `${base?.origin ?? new URL(requestUrl).origin}${basePath}`,
  };
}

function named(option: string, path: string): string {
  try {
    return readBasePath(path);
  } catch (error) {
    throw new TypeError(`${option}: ${(error as Error).message}`, { cause: error });
  }
}
