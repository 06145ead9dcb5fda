import type { DatasetSplitShareInput } from "@threadline/schema/server";
import type { SplitShare } from "../store/datasets.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

/** Pattern of split names. The store searches for them in JSON text, so they must not need escapes. */
const splitName = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;

function readSplitName(field: string, value: string): string {
  const limit = recordLimits.splitNameLength;
  const name = value.trim();
  if (name.length > limit) {
    throw badInput(field, `is ${name.length} characters long, and at most ${limit} are allowed`, limit);
  }
  if (splitName.test(name)) return name;
  throw badInput(field, "must start with a letter or digit, followed by letters, digits, spaces, '.', '_' or '-'");
}

/** Reads split names. Returns them in alphabetical order, without duplicates. */
export function readSplits(field: string, value: Given<readonly string[]>): string[] | null | undefined {
  if (value == null) return value;
  checkCount(field, value);
  return [...new Set(value.map((name, index) => readSplitName(`${field}[${index}]`, name)))].toSorted();
}

/** Reads the shares of `divideDataset`. They may add up to less than 1. */
export function readShares(field: string, value: readonly DatasetSplitShareInput[]): SplitShare[] {
  checkCount(field, value);
  if (value.length === 0) throw badInput(field, "must not be empty");
  const shares = value.map(({ name, share }, index) => {
    if (!(share >= 0 && share <= 1)) throw badInput(`${field}[${index}].share`, "must be between 0 and 1");
    return { name: readSplitName(`${field}[${index}].name`, name), share };
  });
  if (new Set(shares.map(({ name }) => name)).size < shares.length) throw badInput(field, "must have different names");
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  // Sums of fractions are not exact.
  if (total > 1 + 1e-9) throw badInput(field, "must have shares that add up to at most 1");
  return shares;
}

function checkCount(field: string, value: readonly unknown[]): void {
  const limit = recordLimits.splits;
  if (value.length > limit) throw badInput(field, `at most ${limit} are allowed`, limit);
}
