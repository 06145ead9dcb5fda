import { getParser } from "bowser";

/** What a browser and its system are called, such as `Firefox, macOS`; null when the text tells neither. */
export function deviceName(userAgent: string | null): string | null {
  // The parser takes no empty text.
  if (userAgent === null || userAgent === "") return null;
  const parser = getParser(userAgent);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return names.length === 0 ? null : names.join(", ");
}
