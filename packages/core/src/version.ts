/** The version of this package, sent as `x-client-version`. */
export const version = "0.1.0";
