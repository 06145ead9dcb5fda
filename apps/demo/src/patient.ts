/** Options for requests to the service, with a timeout that is long enough for a very slow machine. */
export const patient: { readonly timeoutMs: number } = { timeoutMs: 15 * 60_000 };
