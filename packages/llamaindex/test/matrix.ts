import * as oldest from "@threadline/llamaindex-0.6.5-matrix";
import * as newest from "@threadline/llamaindex-0.6.22-matrix";

/** Exports of the framework that the tests use, in one version. */
export type Framework = typeof newest;

/** The oldest and the newest supported version. Both have the same exports, but some of their types differ. */
export const versions: [name: string, framework: Framework][] = [
  ["0.6.5", oldest as unknown as Framework],
  ["0.6.22", newest],
];
