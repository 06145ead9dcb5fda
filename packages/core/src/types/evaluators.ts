import type { JsonObject, JsonValue, Maybe } from "./json.ts";
import type { ModelSettings } from "./model-calls.ts";
import type { ModelProblem } from "./model-connections.ts";

/**
 * Way in which an evaluator creates scores: by a model (`LLM`), by code of the project (`CODE`), or by a scorer that
 * the service contains (`BUILT_IN`).
 */
export type EvaluatorKind = "LLM" | "CODE" | "BUILT_IN";

/** Kind of records that an evaluator scores. A run is a root step with its descendants. */
export type EvaluatorTarget = "STEP" | "RUN" | "THREAD" | "EXPERIMENT_ITEM";

export type EvaluatorLanguage = "JAVASCRIPT" | "TYPESCRIPT";

/** Fields of an evaluator that are the same for all its versions. */
export interface EvaluatorInfo {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  description?: Maybe<string>;
  /** An archived evaluator is kept, but hidden from lists. Default: false. */
  isArchived?: Maybe<boolean>;
}

/**
 * An example that shows a judge how to score a step or thread: the values of the judge's variables, and the answer of a
 * person.
 */
export interface NewEvaluatorExample {
  reviewId?: Maybe<string>;
  /**
   * Id of the step that the example is created from. When the data of the step's user is deleted, the example is
   * deleted, too.
   */
  stepId?: Maybe<string>;
  /**
   * Id of the thread that the example is created from. When the data of the thread's user is deleted, the example is
   * deleted, too.
   */
  threadId?: Maybe<string>;
  /** Values of the judge's variables. */
  values: JsonObject;
  /** Label that the person chose. Required if the judge has labels. */
  label?: Maybe<string>;
  /** Number that the person gave. Required if the judge has no labels. */
  value?: Maybe<number>;
  comment?: Maybe<string>;
  /** Output that the person considers better. */
  correction?: JsonValue;
}

/**
 * An example that shows a judge how to score a step or thread: the values of the judge's variables, and the answer of a
 * person.
 */
export interface EvaluatorExample {
  reviewId: string | null;
  stepId: string | null;
  threadId: string | null;
  values: JsonObject;
  /** Null if the judge answers with a number. */
  label: string | null;
  value: number;
  comment: string | null;
  correction: JsonValue;
}

/**
 * Definition of a judge, which lets a model score a target. The model answers with its reasoning, and with a label or a
 * number.
 */
export interface NewEvaluatorJudge {
  /** Id of the prompt version whose messages are copied into the judge. Cannot be combined with `messages`. */
  promptId?: Maybe<string>;
  /** Messages in the format of OpenAI's chat completions, with variables such as `{{output}}`. */
  messages?: Maybe<JsonValue[]>;
  /**
   * Variables of the messages. Each `path` leads to the value of a variable in the target, such as `input.question`.
   */
  inputs: { name: string; path: string }[];
  /**
   * The 2 to 200 labels that the model chooses from. Without labels, the model answers with a number from `minimum` to
   * `maximum`.
   */
  labels?: Maybe<{ label: string; value: number }[]>;
  /** Smallest number that the model may answer. Required without labels. */
  minimum?: Maybe<number>;
  /** Largest number that the model may answer. Required without labels. */
  maximum?: Maybe<number>;
  connectionId: string;
  model: string;
  settings?: Maybe<ModelSettings>;
  /** Examples that the model reads before the target, at most 50. */
  examples?: Maybe<NewEvaluatorExample[]>;
}

/** Content of a new version. Set one of `judge`, `code` and `builtIn`: the one that matches `kind`. */
export interface NewEvaluatorVersion {
  /** Description of the changes. */
  description?: Maybe<string>;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Definition of the kind `LLM`. */
  judge?: Maybe<NewEvaluatorJudge>;
  /** Definition of the kind `CODE`: a module with a default export. Default of `language`: `TYPESCRIPT`. */
  code?: Maybe<{ language?: Maybe<EvaluatorLanguage>; source: string }>;
  /**
   * Definition of the kind `BUILT_IN`: the name of a scorer, and its options. Default of `options`: the defaults of the
   * scorer.
   */
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
  examples: EvaluatorExample[];
}

/** An immutable version of an evaluator. */
export interface EvaluatorVersion {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  evaluatorId: string;
  /** Number of the version, from 1. */
  number: number;
  description: string | null;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Null unless the kind is `LLM`. */
  judge: EvaluatorJudge | null;
  /** Null unless the kind is `CODE`. */
  code: { language: EvaluatorLanguage; source: string } | null;
  /** Null unless the kind is `BUILT_IN`. */
  builtIn: { scorer: string; options: JsonObject } | null;
}

/** A named evaluator, with its newest version. */
export interface Evaluator {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change of the evaluator, as ISO 8601. A new version is a change. */
  updatedAt: string;
  name: string;
  description: string | null;
  /** Time when the evaluator was archived, as ISO 8601. Null if it is not archived. */
  archivedAt: string | null;
  latestVersion: EvaluatorVersion;
}

/** Scorers and judges that the service offers. */
export interface EvaluatorCatalog {
  /** The built-in scorers. `options` is the JSON schema of a scorer's options. */
  scorers: { name: string; description: string; options: JsonObject }[];
  /** Templates for common judges. */
  judges: (Pick<EvaluatorJudge, "inputs" | "labels" | "maximum" | "messages" | "minimum"> & {
    name: string;
    title: string;
    description: string;
  })[];
}

/** Reason why an evaluation has no score. */
export type EvaluationProblem =
  | "targetNotFound"
  | "definitionInvalid"
  | "inputInvalid"
  | "resultInvalid"
  | "codeFailed"
  | "limitExceeded"
  | "modelFailed"
  | "canceled";

/** Result of an evaluator for one target: either a value or a problem. */
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
  /** Cost of the model call in US dollars. Null without a model call or without a price. */
  cost: number | null;
  durationMs: number;
  /** Id of the step that records the model call. */
  stepId: string | null;
  /** The stored score. Null in a test, and if there is a problem. */
  score: { id: string } | null;
}
