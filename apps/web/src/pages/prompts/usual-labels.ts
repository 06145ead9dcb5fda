/** Labels that are suggested for every prompt. */
export const usualLabels = ["production", "staging"] as const;
