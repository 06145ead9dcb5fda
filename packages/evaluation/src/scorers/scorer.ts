import type { JsonValue } from "@threadline/schema/sdk";
import type { EvaluationScore } from "../evaluation-score.ts";
import type { JsonObject } from "../json-object.ts";
import type { TargetView } from "../target-view.ts";

/** Returns a vector for each text. All vectors have the same length. */
export type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly (readonly number[])[]>;

export interface ScorerContext {
  /** Embedding model. Only `embeddingSimilarity` requires it. */
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** JSON schema of one option. Forms show its description and default. */
export interface OptionSchema {
  readonly [keyword: string]: JsonValue;
  readonly description: string;
}

/** JSON schema of a scorer's options. Each option is a property, and other properties are not allowed. */
export interface OptionsSchema<Options> {
  readonly type: "object";
  readonly properties: { readonly [Name in keyof Options]-?: OptionSchema };
  readonly required: (keyof Options & string)[];
  readonly additionalProperties: false;
}

export interface Scorer<Options = JsonObject> {
  readonly name: string;
  readonly description: string;
  readonly options: OptionsSchema<Options>;
  /** Scores a target. Throws an `EvaluationError` if the target cannot be scored. */
  score(view: TargetView, options: Options, context?: ScorerContext): EvaluationScore | Promise<EvaluationScore>;
}

export const outputOption: OptionSchema = {
  type: "string",
  description: "Path of the scored value.",
  default: "output",
};

export const expectedOption: OptionSchema = {
  type: "string",
  description: "Path of the expected value.",
  default: "expected",
};

export const ignoreCaseOption: OptionSchema = {
  type: "boolean",
  description: "Whether upper and lower case are equal.",
  default: false,
};
