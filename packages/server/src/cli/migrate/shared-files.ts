import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { parseS3Location } from "../../config/s3-location.ts";
import { nameBucket } from "../name-place.ts";

/**
 * Whether both ends keep their files in one place; `perhaps`: two addresses of what may be one store. Each place is a folder
 * or the URL of an S3 bucket, or null where nobody said.
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

/** What somebody has to know who has the same files at both ends. */
export function warnOfSharing(files: string): string {
  const place = isBucket(files) ? nameBucket(files) : files;
  return (
    `Both ends keep the files in ${place}: deleting the project or records of it at either end, by hand or by a retention, ` +
    "deletes the files of both."
  );
}

export function isBucket(place: string): boolean {
  return place.startsWith("s3://");
}

async function placeOf(place: string): Promise<string> {
  return isBucket(place) ? place : realpath(place).catch(() => resolve(place));
}
