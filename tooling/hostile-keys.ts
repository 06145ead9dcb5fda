/**
 * Prototype keys, for tests of code that merges, assigns or looks up fields by untrusted keys. These tests run in a
 * separate process, in which writing to a prototype or using `__proto__` as a property throws.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * An object whose own fields have the names of prototype properties. It is parsed, because `__proto__` in a literal
 * would set the prototype.
 */
const HOSTILE: object = JSON.parse(
  '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"prototype":{"polluted":"yes"}}',
) as object;

/** Copies JSON and adds prototype keys to every object, at every depth. */
export function poison(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, poison(inner)] as const);
  return { ...Object.fromEntries(fields), ...HOSTILE };
}

/** Returns the changes that were made to prototypes of this process. */
export function changedPrototypes(): string[] {
  const plain: Readonly<Record<string, unknown>> = {};
  const changes = plain["polluted"] === undefined ? [] : ["every object has a field `polluted`"];
  if (!Object.isFrozen(Object.prototype)) changes.push("the prototypes are not frozen");
  return changes;
}

/**
 * Runs a module in a process with frozen prototypes and without `__proto__`. Resolves to the JSON that the module
 * prints last.
 */
export async function runFrozen(module: string): Promise<unknown> {
  const flags = ["--frozen-intrinsics", "--disable-proto=throw", "--no-warnings"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, "--conditions=@threadline/source", module],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "null") as unknown;
}
