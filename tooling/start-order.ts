export interface OrderedFile {
  /** Absolute path. */
  readonly path: string;
  /** Vitest project. Files of the same project share processes only if they run directly after each other. */
  readonly project: string;
  /** Whether its duration is known from an earlier run. */
  readonly isKnown: boolean;
}

const page = /\/apps\/web\/test\//;
const store = /\/(?:conformance|sqlite-store)\.test\.ts$/;

/**
 * The slowest test files of the projects, in the order in which to start them. The size of a file does not show that it
 * is slow, so they are listed here. `.ci/run` measures and prints the durations.
 */
const slow: readonly RegExp[] = [
  /\/web\/test\/(?:hostile-content|appearance|thread-large|layout|logs-hostile)\.long\./,
  /\/web\/test\/(?:accounts|datasets|logs|experiment-runs|evaluators|review-queues|thread|dashboards)\.test\./,
  /\/server\/test\/trust\/(?:isolation-matrix|isolation-reach|operation-rights)\./,
  /\/server\/test\/(?:postgres|import)\/orders\./,
  /\/core\/test\/process-end\./,
  /\/openai\/test\/(?:response-chains|differential)\./,
  /\/core\/test\/(?:long-fields|package|hostile-service)\./,
];

/**
 * Returns the files in the order in which to start them, so that all workers end at about the same time. First comes
 * the slowest page test, which builds the UI for the others. The suites of the stores follow, then the other page
 * tests, then all other files. Within a project, the files in `slow` come first, unless all durations are known.
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
