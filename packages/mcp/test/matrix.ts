import * as mcp110 from "@threadline/mcp-1.10-matrix";
import * as mcp132 from "@threadline/mcp-1.32-matrix";
import * as mcp24 from "@threadline/mcp-2.4-matrix";

/** Exports of the protocol's SDK that the tests use, in one version. */
export type Sdk = typeof mcp132;

/**
 * The oldest and the newest minor version of each major version. All have the same exports, but some of their types
 * differ.
 */
export const versions: [name: string, sdk: Sdk][] = [
  ["1.10", mcp110 as unknown as Sdk],
  ["1.32", mcp132],
  ["2.4", mcp24 as unknown as Sdk],
];
