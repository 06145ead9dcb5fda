import type { DatasetRecord } from "../store/datasets.ts";
import { badInput } from "./errors.ts";

/** Reads a version number, which must be from 0 to the latest version of the dataset. */
export function readVersion(field: string, { version: latest }: DatasetRecord, version: number): number {
  if (version >= 0 && version <= latest) return version;
  throw badInput(field, `must be between 0 and ${latest}, the latest version`, latest);
}
