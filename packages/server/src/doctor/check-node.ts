/**
 * Describes the problem with a version of Node; null if there is none. Versions before 22.16 lack parts of
 * `node:sqlite`.
 */
export function checkNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 16) ? null : `Node 22.16 or later is required; this is ${version}.`;
}
