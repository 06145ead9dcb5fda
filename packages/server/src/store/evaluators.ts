import type { JsonObject, JsonValue } from "../json/json-value.ts";

export type EvaluatorKind = "LLM" | "CODE" | "BUILT_IN";
export type EvaluatorTarget = "STEP" | "RUN" | "THREAD" | "EXPERIMENT_ITEM";
export type EvaluatorLanguage = "JAVASCRIPT" | "TYPESCRIPT";

/** A named evaluator. Its versions hold the definition. Times are epoch milliseconds. */
export interface EvaluatorRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly archivedAt: number | null;
  readonly latestVersionId: string;
}

/**
 * An example for a judge: a step or thread, with the answer that a person gave. If the data of a user are deleted,
 * examples with the user's steps or threads are also deleted.
 */
export interface JudgeExampleRecord {
  readonly reviewId: string | null;
  readonly stepId: string | null;
  readonly threadId: string | null;
  /** Values of the variables in the judge's messages, such as `output`. */
  readonly values: JsonObject;
  /** Label that the person gave; null if the answer is a number. */
  readonly label: string | null;
  readonly value: number;
  readonly comment: string | null;
  readonly correction: JsonValue;
}

/** Definition of an evaluator of the kind `LLM`. */
export interface JudgeRecord {
  /** Id of the prompt version from which the messages were copied. */
  readonly promptId: string | null;
  /** Messages in OpenAI's chat format, with variables. */
  readonly messages: readonly JsonObject[];
  readonly inputs: readonly { readonly name: string; readonly path: string }[];
  /** Null: the score is a number from `minimum` to `maximum`. */
  readonly labels: readonly { readonly label: string; readonly value: number }[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly connectionId: string;
  readonly model: string;
  /** Settings of the model call, with the field names of `ModelSettingsInput`. */
  readonly settings: JsonObject | null;
  /** Absent without examples. */
  readonly examples?: readonly JudgeExampleRecord[];
}

/** Definition of an evaluator of the kind `CODE`. */
export interface CodeRecord {
  readonly language: EvaluatorLanguage;
  readonly source: string;
}

/** Definition of an evaluator of the kind `BUILT_IN`. */
export interface BuiltInRecord {
  readonly scorer: string;
  readonly options: JsonObject;
}

/**
 * A version of an evaluator. Versions are immutable, except that their examples are deleted with the data of a user.
 */
export interface EvaluatorVersionRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly evaluatorId: string;
  /** Number within the evaluator, from 1. */
  readonly number: number;
  readonly description: string | null;
  readonly kind: EvaluatorKind;
  readonly target: EvaluatorTarget;
  readonly scoreName: string;
  readonly definition: JudgeRecord | CodeRecord | BuiltInRecord;
}

export type NewEvaluatorVersion = Omit<EvaluatorVersionRecord, "number">;

export interface EvaluatorStore {
  /** Returns all evaluators of the project, by name. */
  all(projectId: string): Promise<EvaluatorRecord[]>;
  get(projectId: string, id: string): Promise<EvaluatorRecord | null>;
  findByName(projectId: string, name: string): Promise<EvaluatorRecord | null>;
  /**
   * Creates an evaluator with its first version. Rejects with a {@link ConflictError} if the name is taken, or the
   * project has `limit` evaluators.
   */
  create(
    projectId: string,
    evaluator: Omit<EvaluatorRecord, "latestVersionId">,
    version: Omit<NewEvaluatorVersion, "evaluatorId">,
    limit: number,
  ): Promise<EvaluatorRecord>;
  /**
   * Updates the given fields. Resolves to null if not found. Rejects with a {@link ConflictError} if the name is taken.
   */
  update(
    projectId: string,
    id: string,
    change: Pick<EvaluatorRecord, "archivedAt" | "description" | "name" | "updatedAt">,
  ): Promise<EvaluatorRecord | null>;
  /**
   * Adds a version with the next number. If the newest version has the same content, returns that version instead.
   * Resolves to null if the evaluator does not exist. Rejects with a {@link ConflictError} if the evaluator has `limit`
   * versions, or if `basedOn` is given and is not the newest version.
   */
  addVersion(
    projectId: string,
    version: NewEvaluatorVersion,
    limit: number,
    basedOn?: string,
  ): Promise<EvaluatorVersionRecord | null>;
  getVersions(projectId: string, ids: readonly string[]): Promise<(EvaluatorVersionRecord | null)[]>;
  /** Page of the versions of an evaluator, newest first. */
  newestVersions(
    projectId: string,
    evaluatorId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<EvaluatorVersionRecord[]>;
  /** Deletes an evaluator with its versions. Its scores stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<EvaluatorRecord | null>;
}
