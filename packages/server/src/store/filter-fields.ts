import type { FilterOperator } from "./list.ts";

/**
 * Type of a field, which decides how filters can compare it. A `stringList` field contains several strings. A `text`
 * field only supports searches for a part of the text.
 */
export type FilterFieldType = "string" | "text" | "number" | "datetime" | "stringList" | "json";

export interface FilterField {
  readonly type: FilterFieldType;
  /** Whether the field can be null. Filters can then use `is` and `nis`. */
  readonly nullable: boolean;
  /**
   * Meaning of a filter's `path`: a dot-separated path into the JSON value, or a score name. Absent if the field has no
   * path.
   */
  readonly path?: "json" | "scoreName" | undefined;
}

export type ListedResource =
  | "threads"
  | "steps"
  | "generations"
  | "scores"
  | "users"
  | "datasets"
  | "experiments"
  | "prompts";

/**
 * Operators that filters can use with each type of field. On a nullable field of any type, filters can also use `is`
 * and `nis` with the value null.
 *
 * A filter on a `json` field tests the value at the filter's `path`. If the filter compares with a string, the value at
 * the path is compared as text. A number or a boolean in the filter only matches a value of the same type. `is` and
 * `nis` accept true and false as well as null.
 */
export const filterOperators: Readonly<Record<FilterFieldType, readonly FilterOperator[]>> = {
  string: ["eq", "neq", "ilike", "nilike", "in", "nin"],
  text: ["ilike", "nilike"],
  number: ["eq", "neq", "gt", "gte", "lt", "lte"],
  datetime: ["gt", "gte", "lt", "lte"],
  stringList: ["in", "nin"],
  json: ["eq", "neq", "ilike", "nilike", "in", "nin", "gt", "gte", "lt", "lte", "is", "nis"],
};

const string: FilterField = { type: "string", nullable: false };
const nullableString: FilterField = { type: "string", nullable: true };
const text: FilterField = { type: "text", nullable: false };
const number: FilterField = { type: "number", nullable: false };
const nullableNumber: FilterField = { type: "number", nullable: true };
const datetime: FilterField = { type: "datetime", nullable: false };
const nullableDatetime: FilterField = { type: "datetime", nullable: true };
const stringList: FilterField = { type: "stringList", nullable: false };
const nullableStringList: FilterField = { type: "stringList", nullable: true };
const json: FilterField = { type: "json", nullable: true, path: "json" };
const scoreValue: FilterField = { type: "number", nullable: true, path: "scoreName" };
const scoreLabel: FilterField = { type: "string", nullable: true, path: "scoreName" };

export const filterFields: Readonly<Record<ListedResource, Readonly<Record<string, FilterField>>>> = {
  threads: {
    id: string,
    createdAt: datetime,
    name: nullableString,
    metadata: json,
    environment: nullableString,
    tokenCount: nullableNumber,
    duration: nullableNumber,
    cost: nullableNumber,
    stepCount: number,
    toolCount: number,
    errorCount: number,
    turnCount: number,
    tags: nullableStringList,
    participantId: nullableString,
    participantIdentifiers: nullableStringList,
    stepType: stringList,
    stepName: nullableString,
    stepOutput: json,
    error: nullableString,
    content: text,
    scoreValue,
    scoreLabel,
  },
  steps: {
    id: string,
    createdAt: datetime,
    name: nullableString,
    type: string,
    environment: nullableString,
    apiKey: nullableStringList,
    input: json,
    output: json,
    content: text,
    metadata: json,
    startTime: nullableDatetime,
    endTime: nullableDatetime,
    duration: nullableNumber,
    tokenCount: nullableNumber,
    cost: nullableNumber,
    parentId: nullableString,
    rootRunId: nullableString,
    parentRunId: nullableString,
    threadId: nullableString,
    error: nullableString,
    tags: nullableStringList,
    participantIdentifiers: nullableStringList,
    participantIdentifier: nullableStringList,
    scoreValue,
    scoreLabel,
    model: nullableString,
    provider: nullableString,
  },
  generations: {
    id: string,
    createdAt: datetime,
    type: string,
    stepType: string,
    threadId: nullableString,
    provider: nullableString,
    model: nullableString,
    error: nullableString,
    promptLineage: nullableString,
    promptVersion: nullableNumber,
    duration: nullableNumber,
    tokenCount: nullableNumber,
    cost: nullableNumber,
    score: scoreValue,
    scoreLabel,
    tags: nullableStringList,
    metadata: json,
    participant: nullableStringList,
    name: nullableString,
    environment: nullableString,
    apiKey: nullableStringList,
    content: text,
  },
  scores: {
    id: string,
    createdAt: datetime,
    name: string,
    value: number,
    type: string,
    label: nullableString,
    scorer: nullableString,
    evaluatorVersionId: nullableString,
    evaluationRuleId: nullableString,
    datasetExperimentItemId: nullableString,
    comment: nullableString,
    tags: nullableStringList,
    participant: nullableStringList,
    stepId: nullableString,
    threadId: nullableString,
  },
  users: {
    id: string,
    createdAt: datetime,
    identifier: nullableString,
    content: text,
    lastEngaged: nullableDatetime,
    threadCount: nullableNumber,
    tokenCount: nullableNumber,
    metadata: json,
  },
  datasets: {
    id: string,
    createdAt: datetime,
    name: string,
    description: nullableString,
    type: string,
    metadata: json,
  },
  experiments: { id: string, createdAt: datetime, name: string, datasetId: nullableString },
  prompts: { id: string, createdAt: datetime, name: string, description: nullableString },
};

export const orderColumns: Readonly<Record<ListedResource, readonly string[]>> = {
  threads: ["createdAt", "startTime", "duration", "tokenCount", "cost", "participant"],
  steps: ["createdAt", "startTime", "duration", "tokenCount", "cost"],
  generations: ["createdAt", "startTime", "duration", "tokenCount", "cost", "model", "provider", "participant"],
  scores: ["createdAt", "value"],
  users: ["createdAt", "lastEngaged", "firstEngaged", "threadCount", "errorThreadCount", "tokenCount", "cost"],
  datasets: ["createdAt", "name"],
  experiments: ["createdAt"],
  prompts: ["createdAt"],
};
