import * as mcp110 from "@threadline/mcp-1.10-matrix";
import * as mcp132 from "@threadline/mcp-1.32-matrix";

/** Exports of the protocol's SDK used by the tests, in one version. */
export type Sdk = typeof mcp132;

/** The oldest and the newest version that is supported. The older one has the same names; its types differ in details only. */
export const versions: [name: string, sdk: Sdk][] = [
  ["1.10", mcp110 as unknown as Sdk],
  ["1.32", mcp132],
];
