export interface LoginSearch {
  /** Path to open after signing in. {@link localPath} rejects URLs of other services. */
  readonly next?: string;
  readonly error?: string;
}

export function readLoginSearch({ next, error }: Record<string, unknown>): LoginSearch {
  return { ...(typeof next === "string" && { next }), ...(typeof error === "string" && { error }) };
}

export function readTokenSearch({ token }: Record<string, unknown>): { readonly token?: string } {
  return typeof token === "string" ? { token } : {};
}
