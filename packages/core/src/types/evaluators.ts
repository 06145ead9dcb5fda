import type { JsonObject, JsonValue, Maybe } from "./json.ts";
import type { ModelSettings } from "./model-calls.ts";
import type { ModelProblem } from "./model-connections.ts";

/** Way to score: a model, code of the project, or a scorer of the service. */
export type EvaluatorKind = "LLM" | "CODE" | "BUILT_IN";

/** Record that an evaluator scores. A run is a root step with its descendants. */
export type EvaluatorTarget = "STEP" | "RUN" | "THREAD" | "EXPERIMENT_ITEM";

export type EvaluatorLanguage = "JAVASCRIPT" | "TYPESCRIPT";

/** Name and description of an evaluator. */
export interface EvaluatorInfo {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  description?: Maybe<string>;
  /** Hidden from lists, but kept. Default: false. */
  isArchived?: Maybe<boolean>;
}

/** A question to a model, which answers with its reasoning, and a label or a number. */
export interface NewEvaluatorJudge {
  /** Prompt version to copy the messages from; excludes `messages`. */
  promptId?: Maybe<string>;
  /** In the format of OpenAI's chat completions, with variables such as `{{output}}`. */
  messages?: Maybe<JsonValue[]>;
  /** Variables of the messages, with the path of each value in the target. */
  inputs: { name: string; path: string }[];
  /** Labels to choose from, 2 to 200. Absent: a number from `minimum` to `maximum`. */
  labels?: Maybe<{ label: string; value: number }[]>;
  /** Required without labels. */
  minimum?: Maybe<number>;
  /** Required without labels. */
  maximum?: Maybe<number>;
  connectionId: string;
  model: string;
  settings?: Maybe<ModelSettings>;
}

/** Content of a version, with the definition of its kind. */
export interface NewEvaluatorVersion {
  /** Note on the change. */
  description?: Maybe<string>;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Definition of the kind `LLM`. */
  judge?: Maybe<NewEvaluatorJudge>;
  /** Definition of the kind `CODE`: a module with a default export. Default of `language`: `TYPESCRIPT`. */
  code?: Maybe<{ language?: Maybe<EvaluatorLanguage>; source: string }>;
  /** Definition of the kind `BUILT_IN`. Default of `options`: those of the scorer. */
  builtIn?: Maybe<{ scorer: string; options?: Maybe<JsonObject> }>;
}

export interface EvaluatorJudge {
  promptId: string | null;
  messages: JsonValue[];
  inputs: { name: string; path: string }[];
  labels: { label: string; value: number }[] | null;
  minimum: number | null;
  maximum: number | null;
  connectionId: string;
  model: string;
  settings: JsonObject | null;
}

/** An immutable version of an evaluator. */
export interface EvaluatorVersion {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  evaluatorId: string;
  /** Number in the evaluator, from 1. */
  number: number;
  description: string | null;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Null except for `LLM`. */
  judge: EvaluatorJudge | null;
  /** Null except for `CODE`. */
  code: { language: EvaluatorLanguage; source: string } | null;
  /** Null except for `BUILT_IN`. */
  builtIn: { scorer: string; options: JsonObject } | null;
}

/** A named evaluator with its newest version. */
export interface Evaluator {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change or version, as ISO 8601. */
  updatedAt: string;
  name: string;
  description: string | null;
  /** As ISO 8601; null while it is in use. */
  archivedAt: string | null;
  latestVersion: EvaluatorVersion;
}

/** Definitions that the service offers. */
export interface EvaluatorCatalog {
  /** `options`: JSON schema of the options. */
  scorers: { name: string; description: string; options: JsonObject }[];
  /** Usual judges to start from. */
  judges: (Pick<EvaluatorJudge, "inputs" | "labels" | "maximum" | "messages" | "minimum"> & {
    name: string;
    title: string;
    description: string;
  })[];
}

/** Cause of an evaluation without a score. */
export type EvaluationProblem =
  | "targetNotFound"
  | "definitionInvalid"
  | "inputInvalid"
  | "resultInvalid"
  | "codeFailed"
  | "limitExceeded"
  | "modelFailed"
  | "canceled";

/** Result of an evaluator for one target: a value, or a problem. */
export interface Evaluation {
  targetId: string;
  value: number | null;
  label: string | null;
  /** Reason for the value. */
  comment: string | null;
  problem: EvaluationProblem | null;
  /** Description of the problem. */
  message: string | null;
  /** Cause of a failed model call. */
  modelProblem: ModelProblem | null;
  inputTokenCount: number | null;
  outputTokenCount: number | null;
  /** US dollars; null without a model call or a price. */
  cost: number | null;
  durationMs: number;
  /** Step that records the model call. */
  stepId: string | null;
  /** The stored score; null in a test, or with a problem. */
  score: { id: string } | null;
}
