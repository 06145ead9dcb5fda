/** Options with a long timeout, so that calls also succeed on a very slow machine. */
export const patient: { readonly timeoutMs: number } = { timeoutMs: 15 * 60_000 };
