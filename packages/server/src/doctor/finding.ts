/**
 * A `failure` is a risk for records, secrets or the service. A `warning` means that the service works, but the setting
 * should be changed.
 */
export type Level = "ok" | "warning" | "failure";

export interface Finding {
  /** Name of the check, in lower case with dashes; stable across versions. */
  readonly check: string;
  readonly level: Level;
  /** Result of the check, without secrets. */
  readonly message: string;
  /** Remedy; null if none is needed. */
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
