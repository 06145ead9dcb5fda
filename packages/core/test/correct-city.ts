type City = Readonly<Record<string, unknown>> | null | undefined;

/** An evaluator's code. The service runs the text of this file, and `evaluate` calls the function as a scorer. */
export default ({ output, expected }: { output: City; expected: City }): { value: number; comment: string } => ({
  value: output?.["city"] === expected?.["city"] ? 1 : 0,
  comment: `expected ${String(expected?.["city"])}`,
});
