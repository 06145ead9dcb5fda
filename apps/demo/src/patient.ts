/** Options of calls, with a timeout that even a very slow machine meets. */
export const patient: { readonly timeoutMs: number } = { timeoutMs: 15 * 60_000 };
