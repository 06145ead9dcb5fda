/** Labels that every prompt suggests. */
export const usualLabels = ["production", "staging"] as const;
