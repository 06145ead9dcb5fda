/** What `new Threadline()` and `new RecordingClient()` read; a test holds that no option is missing. */
const OPTION_NAMES: readonly string[] = (
  "apiKey url apiUrl environment disabled release fetch timeoutMs maxRetries onError tags metadata mask recordInputs " +
  "recordOutputs sampleRate spool delivery waitUntil"
).split(" ");

/**
 * Hands a `ConfigError` about options that nobody reads, with the names that were meant, to `onError`. They stop nothing: a newer
 * version may know them. What finds the names is loaded when there are any.
 */
export function tellUnknownOptions(options: object, onError: (error: unknown) => void): void {
  const unknown = Object.keys(options).filter((name) => !OPTION_NAMES.includes(name));
  if (unknown.length === 0) return;
  import("./unknown-options.ts").then(({ unknownOptions }) => onError(unknownOptions(unknown, OPTION_NAMES)), onError);
}
