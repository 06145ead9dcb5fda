type City = Readonly<Record<string, unknown>> | null | undefined;

/** The code of an evaluator. The service runs the text of this file; as a scorer, it is called in the process. */
export default ({ output, expected }: { output: City; expected: City }): { value: number; comment: string } => ({
  value: output?.["city"] === expected?.["city"] ? 1 : 0,
  comment: `expected ${String(expected?.["city"])}`,
});
