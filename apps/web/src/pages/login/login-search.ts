/** What the address of the page for signing in holds. */
export interface LoginSearch {
  /** Where to go on to; only followed when it is a path of ours. */
  readonly next?: string;
  /** What the identity provider had against it. */
  readonly error?: string;
}

export function readLoginSearch({ next, error }: Record<string, unknown>): LoginSearch {
  return { ...(typeof next === "string" && { next }), ...(typeof error === "string" && { error }) };
}

/** The secret of a one-time link. */
export function readTokenSearch({ token }: Record<string, unknown>): { readonly token?: string } {
  return typeof token === "string" ? { token } : {};
}
