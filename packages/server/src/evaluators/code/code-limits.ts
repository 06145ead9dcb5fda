export interface CodeLimits {
  /** Computing time, in milliseconds. */
  readonly timeMs: number;
  /**
   * Time after which the thread is ended, in milliseconds. `timeMs` cannot stop a single long operation, because the
   * engine only checks it between operations. This limit is longer, because a thread may wait for the processor on a
   * busy machine.
   */
  readonly maxDurationMs: number;
  /** Memory of the code and its input, in bytes. */
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /**
   * Maximum length of an evaluator's source text, in UTF-16 code units. `inputLength` is the maximum length of the
   * target as JSON.
   */
  readonly sourceLength: number;
  readonly inputLength: number;
  /** Maximum length of the label of a result, in UTF-16 code units. `commentLength` limits the comment. */
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
