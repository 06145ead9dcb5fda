import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "../json-object.ts";

/** One of the answers that a judge may give. */
export interface JudgeLabel {
  readonly label: string;
  /** Value of the score. */
  readonly value: number;
}

/** Type of a judge's answer: a label from a list, or a number in a range. The judge gives it after its reasoning. */
export type JudgeAnswer =
  | { readonly kind: "label"; readonly labels: readonly JudgeLabel[] }
  | { readonly kind: "number"; readonly minimum: number; readonly maximum: number };

/** A record that a person has scored. */
export interface JudgeExample {
  /** Values of the variables. */
  readonly values: JsonObject;
  /** Label of the answer; null for a number. */
  readonly label: string | null;
  readonly value: number;
  /** Reason for the answer; null if none was given. */
  readonly comment: string | null;
  /** A better output; null if none was given. */
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
