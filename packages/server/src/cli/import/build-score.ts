import type { ScoreConstructor, ScoreType } from "@threadline/core";
import type { JsonValue } from "../../json/json-value.ts";
import { given, toText } from "../../otlp/values.ts";
import type { ImportRecord } from "./import-record.ts";

export interface SourceScore {
  readonly id: string;
  readonly name: string;
  readonly type: ScoreType;
  /** A number, a boolean or text. Text is used as the label. */
  readonly value: JsonValue | undefined;
  readonly label?: string | undefined;
  readonly comment?: string | undefined;
  readonly scorer?: string | undefined;
  readonly createdAt: string | null;
  readonly target: Pick<ScoreConstructor, "stepId" | "threadId" | "datasetExperimentItemId">;
}

/** Value of a score that has only a label. A score must have a value. */
const labelValue = 1;

/** Creates the record of a score, or an omission if it has neither a number nor a label. */
export function buildScore({ value, label, createdAt, target, ...score }: SourceScore): ImportRecord {
  const number = typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : undefined;
  const text = label ?? (typeof value === "string" ? toText(value) : undefined);
  if (number === undefined && text === undefined) {
    return { kind: "omission", what: "scores", reason: "they have neither a number nor a label" };
  }
  return {
    kind: "score",
    score: {
      ...target,
      id: score.id,
      name: score.name,
      type: score.type,
      value: number ?? labelValue,
      ...given({
        label: text,
        comment: score.comment,
        scorer: score.scorer,
        createdAt: createdAt ?? undefined,
      }),
    },
  };
}
