/** Options of calls that also a very slow machine completes. */
export const patient: { readonly timeoutMs: number } = { timeoutMs: 15 * 60_000 };
