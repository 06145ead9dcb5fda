import { getParser } from "bowser";

/** Returns the name of a browser and its system, such as `Firefox, macOS`; null if unknown. */
export function deviceName(userAgent: string | null): string | null {
  // The parser does not accept an empty string.
  if (userAgent === null || userAgent === "") return null;
  const parser = getParser(userAgent);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return names.length === 0 ? null : names.join(", ");
}
