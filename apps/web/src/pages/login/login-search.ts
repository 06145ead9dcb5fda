export interface LoginSearch {
  /** Page to open after signing in. Only followed if it is a path of this service. */
  readonly next?: string;
  /** Error that the identity provider reported. */
  readonly error?: string;
}

export function readLoginSearch({ next, error }: Record<string, unknown>): LoginSearch {
  return { ...(typeof next === "string" && { next }), ...(typeof error === "string" && { error }) };
}

/** Reads the secret of a one-time link. */
export function readTokenSearch({ token }: Record<string, unknown>): { readonly token?: string } {
  return typeof token === "string" ? { token } : {};
}
