import type { EvaluatorDefinition, JudgeAnswer } from "@threadline/evaluation";
import type { BuiltInRecord, CodeRecord, EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";

export function toDefinition({
  kind,
  definition,
}: Pick<EvaluatorVersionRecord, "definition" | "kind">): EvaluatorDefinition {
  switch (kind) {
    case "LLM": {
      const judge = definition as JudgeRecord;
      const inputs = Object.fromEntries(judge.inputs.map(({ name, path }) => [name, path]));
      return { kind: "llm", messages: judge.messages, inputs, answer: answerOf(judge), examples: judge.examples };
    }
    case "CODE":
      return { kind: "code", source: (definition as CodeRecord).source };
    case "BUILT_IN": {
      const { scorer, options } = definition as BuiltInRecord;
      return { kind: "builtIn", scorer, options };
    }
  }
}

function answerOf({ labels, minimum, maximum }: JudgeRecord): JudgeAnswer {
  if (labels !== null) return { kind: "label", labels };
  return { kind: "number", minimum: minimum ?? 0, maximum: maximum ?? 1 };
}
