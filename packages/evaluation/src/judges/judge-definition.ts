import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "../json-object.ts";

/** One of the answers that a judge may give. */
export interface JudgeLabel {
  readonly label: string;
  /** Value of the score. */
  readonly value: number;
}

/** Form of the decision that a judge gives after its reasoning: a label from a list, or a number in a range. */
export type JudgeAnswer =
  | { readonly kind: "label"; readonly labels: readonly JudgeLabel[] }
  | { readonly kind: "number"; readonly minimum: number; readonly maximum: number };

/** A record with the answer that a person gave. */
export interface JudgeExample {
  /** Values of the variables. */
  readonly values: JsonObject;
  /** Label of the answer; null for a number. */
  readonly label: string | null;
  readonly value: number;
  /** Reason for the answer; null without one. */
  readonly comment: string | null;
  /** The better output; null without one. */
  readonly correction: JsonValue;
}

/** An evaluator that asks a model. */
export interface JudgeDefinition {
  readonly kind: "llm";
  /** Chat messages whose texts are Mustache templates over the variables of `inputs`. */
  readonly messages: readonly JsonObject[];
  /** The variables of the messages, each with the path of its value in the target. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly answer: JudgeAnswer;
  /** Examples that the model reads before the target. Default: none. */
  readonly examples?: readonly JudgeExample[] | undefined;
}
