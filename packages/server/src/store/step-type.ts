export type StepType =
  | "assistant_message"
  | "embedding"
  | "llm"
  | "rerank"
  | "retrieval"
  | "run"
  | "system_message"
  | "tool"
  | "undefined"
  | "user_message";
