/** A media type of RFC 9110, normalized: lower case, parameters as `; name=value`. */
export interface MediaType {
  /** `type/subtype`. */
  readonly essence: string;
  readonly text: string;
}

/** Names as in RFC 6838, which excludes wildcards, commas and other separators. */
const restrictedName = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const quoted = String.raw`"(?:[\t \x21\x23-\x5b\x5d-\x7e]|\\[\t \x21-\x7e])*"`;
const typePattern = new RegExp(`^(${restrictedName}/${restrictedName})`);
const parameterPattern = new RegExp(String.raw`[ \t]*;[ \t]*(?:(${token})=(${token}|${quoted}))?`, "y");

/** Parses a single media type; null for any other text. */
export function parseMediaType(text: string): MediaType | null {
  const found = typePattern.exec(text)?.[1];
  if (found === undefined) return null;
  const essence = found.toLowerCase();
  const parameters = new Map<string, string>();
  parameterPattern.lastIndex = found.length;
  for (let end = found.length; end < text.length; end = parameterPattern.lastIndex) {
    const match = parameterPattern.exec(text);
    if (match === null) return null;
    const [, name, value] = match;
    if (name === undefined || value === undefined) continue;
    // The first of several values counts, as in browsers.
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return { essence, text: [essence, ...[...parameters].map(([name, value]) => `${name}=${value}`)].join("; ") };
}

/** Types that browsers display without running code, including aliases. Files of other types are downloads. */
const inlineTypes: ReadonlyMap<string, string> = new Map([
  ...[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "audio/aac",
    "audio/flac",
    "audio/mp4",
    "audio/mpeg",
    "audio/ogg",
    "audio/wav",
    "audio/webm",
    "video/mp4",
    "video/mpeg",
    "video/ogg",
    "video/quicktime",
    "video/webm",
    "application/pdf",
  ].map((type) => [type, type] as const),
  ["text/plain", "text/plain; charset=utf-8"],
  ["image/jpg", "image/jpeg"],
  ["audio/mp3", "audio/mpeg"],
  ["audio/m4a", "audio/mp4"],
  ["audio/x-m4a", "audio/mp4"],
  ["audio/wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["audio/vnd.wave", "audio/wav"],
  ["audio/x-flac", "audio/flac"],
  ["application/ogg", "audio/ogg"],
]);

/** Media type with which downloads are served, whatever type was uploaded. */
export const downloadType = "application/octet-stream";

/** Returns the `Content-Type` with which browsers may display a file of this stored type; null for downloads. */
export function inlineTypeOf(stored: string): string | null {
  const parsed = parseMediaType(stored);
  return (parsed && inlineTypes.get(parsed.essence)) ?? null;
}

/** Whether a file of this type is safe even without our security headers, for example when a bucket serves it. */
export function isMedia(type: string): boolean {
  return /^(audio|image|video)\//.test(type);
}
