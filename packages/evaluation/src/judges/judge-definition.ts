import type { JsonValue } from "@threadline/schema/sdk";
import type { JsonObject } from "../json-object.ts";

export interface JudgeLabel {
  readonly label: string;
  readonly value: number;
}

/**
 * Type of a judge's answer: a label from a list, or a number in a range. The judge writes its reasoning before the
 * answer.
 */
export type JudgeAnswer =
  | { readonly kind: "label"; readonly labels: readonly JudgeLabel[] }
  | { readonly kind: "number"; readonly minimum: number; readonly maximum: number };

export interface JudgeExample {
  readonly values: JsonObject;
  /** Label of the answer; null for a number. */
  readonly label: string | null;
  readonly value: number;
  /** Reason for the answer; null if none was given. */
  readonly comment: string | null;
  /** A better output; null if none was given. */
  readonly correction: JsonValue;
}

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
