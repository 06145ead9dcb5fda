/** Limits of one evaluation in the isolate. */
export interface CodeLimits {
  /** Computing time, in milliseconds. */
  readonly timeMs: number;
  /**
   * Time until the thread is ended, in milliseconds. Longer than `timeMs`, because a thread waits for the processor on a
   * busy machine. Single operations of the engine are not interrupted before.
   */
  readonly maxDurationMs: number;
  /** Memory of the code and its input. */
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Maximum length of the code and of the target as JSON, in UTF-16 code units. */
  readonly sourceLength: number;
  readonly inputLength: number;
  /** Maximum lengths of the result. */
  readonly labelLength: number;
  readonly commentLength: number;
}

const megabyte = 1024 * 1024;

export const codeLimits: CodeLimits = {
  timeMs: 1000,
  maxDurationMs: 5000,
  memoryBytes: 64 * megabyte,
  stackBytes: 256 * 1024,
  sourceLength: 100_000,
  inputLength: 8 * megabyte,
  labelLength: 1000,
  commentLength: 20_000,
};
