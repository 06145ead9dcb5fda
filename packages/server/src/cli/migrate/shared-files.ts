import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { parseS3Location } from "../../config/s3-location.ts";
import { bucketName } from "../location-name.ts";

/**
 * Compares the file locations of source and target, each a folder, the URL of an S3 bucket, or null if not given.
 * `perhaps`: the same bucket name and prefix at different endpoints, which may be the same bucket.
 */
export async function compareFiles(from: string | null, to: string | null): Promise<"apart" | "perhaps" | "shared"> {
  if (from === null || to === null) return "apart";
  if (!isBucket(from) || !isBucket(to)) {
    return (await placeOf(from)) === (await placeOf(to)) ? "shared" : "apart";
  }
  const [one, other] = [parseS3Location(from), parseS3Location(to)];
  if (one.bucket !== other.bucket || one.prefix !== other.prefix) return "apart";
  return one.endpoint === other.endpoint ? "shared" : "perhaps";
}

export function warnOfSharing(files: string): string {
  const place = isBucket(files) ? bucketName(files) : files;
  return (
    `Source and target share the files in ${place}. If the project or its records are deleted at either end, including by retention, ` +
    "their files are deleted at both."
  );
}

export function isBucket(place: string): boolean {
  return place.startsWith("s3://");
}

async function placeOf(place: string): Promise<string> {
  return isBucket(place) ? place : realpath(place).catch(() => resolve(place));
}
