import type { DatasetRecord } from "../store/datasets.ts";
import { badInput } from "./errors.ts";

/** A version that the dataset has, from 0 on. */
export function readVersion(field: string, { version: latest }: DatasetRecord, version: number): number {
  if (version >= 0 && version <= latest) return version;
  throw badInput(field, `must be between 0 and ${latest}, the latest version`, latest);
}
