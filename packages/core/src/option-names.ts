/** Names of the options of `new Threadline()` and `new RecordingClient()`. A test checks that the list is complete. */
const OPTION_NAMES: readonly string[] = (
  "apiKey url apiUrl environment disabled release fetch timeoutMs maxRetries onError tags metadata mask recordInputs " +
  "recordOutputs sampleRate spool delivery exporter waitUntil"
).split(" ");

/**
 * Reports unknown options to `onError`, with suggestions of similar names. Does not throw, because an option may be
 * known to a newer version. The code for the suggestions is loaded on demand.
 */
export function reportUnknownOptions(options: object, onError: (error: unknown) => void): void {
  const unknown = Object.keys(options).filter((name) => !OPTION_NAMES.includes(name));
  if (unknown.length === 0) return;
  import("./unknown-options.ts").then(({ unknownOptions }) => onError(unknownOptions(unknown, OPTION_NAMES)), onError);
}
