import type { ByteRange } from "./file-storage.ts";

/**
 * Parses a `Range` header (RFC 9110, section 14). Returns null if the whole file must be sent, because the header is
 * missing or malformed, has several ranges, or has another unit than bytes. Returns `unsatisfiable` if the range
 * contains no byte of the file.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
