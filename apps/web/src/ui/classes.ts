/** Joins class names. Skips values that are false, null, undefined or empty. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
