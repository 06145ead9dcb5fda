import * as agents01 from "@threadline/agents-0.1-matrix";
import * as agents020 from "@threadline/agents-0.20-matrix";

/** Exports of the framework that the tests use, in one version. */
export type Framework = typeof agents020;

/** The oldest and the newest supported version. Both have the same exports, but some of their types differ. */
export const versions: [name: string, framework: Framework][] = [
  ["0.1", agents01 as unknown as Framework],
  ["0.20", agents020],
];

// The framework disables tracing when `NODE_ENV` is `test`.
for (const [, { setTracingDisabled }] of versions) setTracingDisabled(false);
