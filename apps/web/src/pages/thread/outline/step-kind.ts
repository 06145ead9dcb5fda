export type StepKind = "message" | "run" | "llm" | "tool" | "retrieval" | "other";

const kinds: ReadonlyMap<string, StepKind> = new Map([
  ["user_message", "message"],
  ["assistant_message", "message"],
  ["system_message", "message"],
  ["run", "run"],
  ["llm", "llm"],
  ["tool", "tool"],
  ["retrieval", "retrieval"],
  ["rerank", "retrieval"],
  ["embedding", "retrieval"],
]);

export function stepKind(type: string): StepKind {
  return kinds.get(type) ?? "other";
}

export function isMessage(type: string): boolean {
  return stepKind(type) === "message";
}
