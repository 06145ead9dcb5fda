import * as mastra10 from "@threadline/mastra-1.0-matrix";
import * as mastra171 from "@threadline/mastra-1.71-matrix";

// The framework would otherwise send usage reports to the internet.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";

/** Exports of the framework that the tests use, in one version. */
export type Framework = typeof mastra171;

/** The oldest and the newest supported version. Both have the same exports, but some of their types differ. */
export const versions: [name: string, framework: Framework][] = [
  ["1.0", mastra10 as unknown as Framework],
  ["1.71", mastra171],
];
