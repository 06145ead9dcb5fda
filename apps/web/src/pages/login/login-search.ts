export interface LoginSearch {
  /** Redirect target; only followed if it is a path of this service. */
  readonly next?: string;
  /** Error of the identity provider. */
  readonly error?: string;
}

export function readLoginSearch({ next, error }: Record<string, unknown>): LoginSearch {
  return { ...(typeof next === "string" && { next }), ...(typeof error === "string" && { error }) };
}

/** The secret of a one-time link. */
export function readTokenSearch({ token }: Record<string, unknown>): { readonly token?: string } {
  return typeof token === "string" ? { token } : {};
}
