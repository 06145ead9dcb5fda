export interface LoginSearch {
  /** Path to open after signing in. {@link localPath} rejects URLs of other services. */
  readonly next?: string;
  readonly error?: string;
  /** Whether a session has just ended, in whatever way. */
  readonly hasEnded?: true;
}

export function readLoginSearch({ next, error, hasEnded }: Record<string, unknown>): LoginSearch {
  return {
    ...(typeof next === "string" && { next }),
    ...(typeof error === "string" && { error }),
    ...(hasEnded === true && { hasEnded }),
  };
}

export function readTokenSearch({ token }: Record<string, unknown>): { readonly token?: string } {
  return typeof token === "string" ? { token } : {};
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /**
     * Email of the account, which the sign-in page, the invitation page and the page that resets the password pass to
     * each other. It is not part of the URL.
     */
    readonly email?: string | undefined;
  }
}
