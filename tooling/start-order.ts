/** Test file in the order of a suite. */
export interface OrderedFile {
  /** Absolute path. */
  readonly path: string;
  /** Vitest project. The files of a project that share processes must follow each other to do so. */
  readonly project: string;
  /** Whether its duration is known from an earlier run. */
  readonly isKnown: boolean;
}

const page = /\/apps\/web\/test\//;
const store = /\/(?:conformance|sqlite-store)\.test\.ts$/;

/** Files that take longest of their project, whatever their size. Measured by `.ci/run`, which prints such files. */
const slow: readonly RegExp[] = [
  /\/web\/test\/(?:hostile-content|appearance|thread-large|layout|logs-hostile)\.long\./,
  /\/web\/test\/(?:accounts|datasets|logs|experiment-runs|evaluators|mail|thread|dashboards)\.test\./,
  /\/server\/test\/trust\/(?:isolation-matrix|isolation-reach|operation-rights)\./,
  /\/server\/test\/(?:postgres|import)\/orders\./,
  /\/core\/test\/process-end\./,
  /\/openai\/test\/(?:response-chains|differential)\./,
  /\/core\/test\/(?:long-fields|package|hostile-service)\./,
];

/**
 * Returns the files in the order in which they start, so that all workers end at about the same time: the slowest file
 * of pages first, which builds the UI while others would wait for it; then the suites of the stores, the other pages,
 * and the rest. In a project, files that are known to be slow go first unless all durations are known. Otherwise, the
 * given order is kept.
 */
export function startOrder<File extends OrderedFile>(files: readonly File[]): File[] {
  const isMeasured = files.every(({ isKnown }) => isKnown);
  const projects = [...new Set(files.map(({ project }) => project))];
  const ranked = files.map((file) => {
    const found = isMeasured ? -1 : slow.findIndex((pattern) => pattern.test(file.path));
    return { file, project: projects.indexOf(file.project), slowness: found === -1 ? slow.length : found };
  });
  const sorted = ranked
    .toSorted((one, other) => one.project - other.project || one.slowness - other.slowness)
    .map(({ file }) => file);
  const first = sorted.find(({ path }) => page.test(path));
  const rank = (file: File): number => {
    if (file === first) return 0;
    return store.test(file.path) ? 1 : page.test(file.path) ? 2 : 3;
  };
  return sorted.toSorted((one, other) => rank(one) - rank(other));
}
