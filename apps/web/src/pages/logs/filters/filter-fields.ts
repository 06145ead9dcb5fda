import type { FacetField, FilterOperator } from "../../../generated/analytics.ts";
import type { LogResource } from "../log-resource.ts";

/** Value type of a field, as the service defines it. */
export type FilterKind = "string" | "text" | "number" | "datetime" | "list" | "json";

export interface FilterField {
  readonly name: string;
  readonly kind: FilterKind;
  readonly isNullable: boolean;
  /** Meaning of `path` in conditions on this field: a JSON path, or a score name. Absent if the field takes no path. */
  readonly path?: "json" | "score" | undefined;
  readonly values?: readonly string[] | undefined;
  readonly facet?: FacetField | undefined;
  readonly unit?: "seconds" | "dollars" | undefined;
}

const stepTypes = [
  "assistant_message",
  "embedding",
  "llm",
  "rerank",
  "retrieval",
  "run",
  "system_message",
  "tool",
  "undefined",
  "user_message",
];

type Extra = Pick<FilterField, "path" | "values" | "facet" | "unit">;

function must(name: string, kind: FilterKind, extra: Extra = {}): FilterField {
  return { name, kind, isNullable: false, ...extra };
}

function may(name: string, kind: FilterKind, extra: Extra = {}): FilterField {
  return { name, kind, isNullable: true, ...extra };
}

const metadata = may("metadata", "json", { path: "json", facet: "metadata" });
/** Field of the labels of scores. A condition on it is edited as a condition on the score. */
export const scoreLabel = "scoreLabel";
const labels = may(scoreLabel, "string", { path: "score", facet: "scoreLabel" });
const tags = may("tags", "list", { facet: "tags" });

const steps: readonly FilterField[] = [
  must("type", "string", { values: stepTypes, facet: "type" }),
  may("name", "string", { facet: "name" }),
  may("environment", "string", { facet: "environment" }),
  tags,
  may("error", "string", { facet: "error" }),
  may("model", "string", { facet: "model" }),
  may("provider", "string", { facet: "provider" }),
  may("participantIdentifiers", "list", { facet: "participant" }),
  may("apiKey", "list", { facet: "apiKey" }),
  may("scoreValue", "number", { path: "score", facet: "scoreName" }),
  labels,
  metadata,
  may("input", "json", { path: "json" }),
  may("output", "json", { path: "json" }),
  must("content", "text"),
  must("createdAt", "datetime"),
  may("startTime", "datetime"),
  may("endTime", "datetime"),
  may("duration", "number", { unit: "seconds" }),
  may("tokenCount", "number"),
  may("cost", "number", { unit: "dollars" }),
  may("threadId", "string"),
  may("rootRunId", "string"),
  may("parentId", "string"),
  must("id", "string"),
];

/** Filter fields of each list, most frequently used first. */
export const filterFields: Readonly<Record<LogResource, readonly FilterField[]>> = {
  threads: [
    may("environment", "string", { facet: "environment" }),
    may("error", "string", { facet: "error" }),
    tags,
    may("participantIdentifiers", "list", { facet: "participant" }),
    may("scoreValue", "number", { path: "score", facet: "scoreName" }),
    labels,
    may("name", "string", { facet: "name" }),
    metadata,
    must("stepType", "list", { values: stepTypes }),
    may("stepName", "string"),
    may("stepOutput", "json", { path: "json" }),
    must("content", "text"),
    may("tokenCount", "number"),
    may("duration", "number", { unit: "seconds" }),
    may("cost", "number", { unit: "dollars" }),
    must("errorCount", "number"),
    must("toolCount", "number"),
    must("turnCount", "number"),
    must("stepCount", "number"),
    must("createdAt", "datetime"),
    may("participantId", "string"),
    must("id", "string"),
  ],
  runs: steps.filter(({ name }) => name !== "type"),
  steps,
  generations: [
    may("model", "string", { facet: "model" }),
    may("provider", "string", { facet: "provider" }),
    must("stepType", "string", { values: stepTypes, facet: "stepType" }),
    must("type", "string", { values: ["CHAT", "COMPLETION"] }),
    tags,
    may("error", "string", { facet: "error" }),
    may("participant", "list", { facet: "participant" }),
    may("apiKey", "list", { facet: "apiKey" }),
    may("promptLineage", "string", { facet: "promptLineage" }),
    may("promptVersion", "number"),
    may("score", "number", { path: "score", facet: "scoreName" }),
    labels,
    metadata,
    must("content", "text"),
    may("name", "string"),
    may("environment", "string", { facet: "environment" }),
    may("duration", "number", { unit: "seconds" }),
    may("tokenCount", "number"),
    may("cost", "number", { unit: "dollars" }),
    must("createdAt", "datetime"),
    may("threadId", "string"),
    must("id", "string"),
  ],
  scores: [
    must("name", "string", { facet: "name" }),
    must("value", "number", { facet: "value" }),
    must("type", "string", { values: ["HUMAN", "CODE", "AI"], facet: "type" }),
    may("label", "string", { facet: "label" }),
    may("scorer", "string", { facet: "scorer" }),
    may("evaluatorVersionId", "string"),
    may("evaluationRuleId", "string"),
    may("datasetExperimentItemId", "string"),
    may("comment", "string"),
    tags,
    may("participant", "list", { facet: "participant" }),
    may("stepId", "string"),
    must("createdAt", "datetime"),
    must("id", "string"),
  ],
};

const byKind: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  string: ["eq", "neq", "ilike", "nilike", "in", "nin"],
  text: ["ilike", "nilike"],
  number: ["eq", "neq", "gt", "gte", "lt", "lte"],
  datetime: ["gte", "lt", "gt", "lte"],
  list: ["in", "nin"],
  json: ["eq", "neq", "ilike", "nilike", "in", "nin", "gt", "gte", "lt", "lte"],
};

/** Returns the operators of a field. `is` tests that the value is missing, `nis` that it is present. */
export function operatorsOf(field: FilterField): readonly FilterOperator[] {
  return field.isNullable ? [...byKind[field.kind], "nis", "is"] : byKind[field.kind];
}

/** Operator that a new filter on a field proposes. Amounts are rarely compared with one exact value. */
export function firstOperatorOf(field: FilterField): FilterOperator {
  const isAmount = field.unit !== undefined || field.name.endsWith("Count");
  return isAmount ? "gte" : (operatorsOf(field)[0] ?? "eq");
}

export function findField(resource: LogResource, name: string): FilterField | undefined {
  return filterFields[resource].find((field) => field.name === name);
}
