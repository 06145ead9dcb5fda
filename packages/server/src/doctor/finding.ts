/** `failure`: records, secrets or the service are at risk until it is corrected. `warning`: it works, and should be better. */
export type Level = "ok" | "warning" | "failure";

/** What one check of a deployment came to. */
export interface Finding {
  /** What was looked at, in lower case with dashes; the same in every version. */
  readonly check: string;
  readonly level: Level;
  /** What was found. Holds no secret. */
  readonly message: string;
  /** What to do about it; null when nothing is to be done. */
  readonly advice: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, level: "ok", message, advice: null };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

export function failure(check: string, message: string, advice: string): Finding {
  return { check, level: "failure", message, advice };
}
