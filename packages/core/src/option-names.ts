/** Options of `new Threadline()` and `new RecordingClient()`; a test checks that none is missing. */
const OPTION_NAMES: readonly string[] = (
  "apiKey url apiUrl environment disabled release fetch timeoutMs maxRetries onError tags metadata mask recordInputs " +
  "recordOutputs sampleRate spool delivery waitUntil"
).split(" ");

/**
 * Reports unknown options to `onError` as a `ConfigError` that suggests known names. They have no other effect, since a
 * newer version may know them. The suggestion code is loaded on demand.
 */
export function tellUnknownOptions(options: object, onError: (error: unknown) => void): void {
  const unknown = Object.keys(options).filter((name) => !OPTION_NAMES.includes(name));
  if (unknown.length === 0) return;
  import("./unknown-options.ts").then(({ unknownOptions }) => onError(unknownOptions(unknown, OPTION_NAMES)), onError);
}
