export type QueriedList =
  | "threads"
  | "steps"
  | "generations"
  | "scores"
  | "users"
  | "datasets"
  | "experiments"
  | "prompts";

export type QueryFieldType = "string" | "text" | "number" | "datetime" | "stringList" | "json";

/** Unit of a field's numbers, if the query names no unit. For example, `latency:2` means two seconds. */
export type QueryUnit = "seconds" | "tokens" | "dollars";

/** A field that filters support, and its names in queries. */
export interface QueryField {
  readonly field: string;
  /** Names in queries, with the usual name first. Case, `_` and `-` are ignored. */
  readonly names: readonly [string, ...string[]];
  readonly type: QueryFieldType;
  /** Whether a record may lack the field, so that `has:` can test for it. */
  readonly isNullable: boolean;
  readonly unit?: QueryUnit | undefined;
  /** Meaning of the part after a dot, as in `score.helpful`. Absent if the field has no parts. */
  readonly path?: "json" | "scoreName" | undefined;
  /** For a field of numbers: field that a value is compared with if it is not a number, as in `score.tone:friendly`. */
  readonly labelField?: string | undefined;
  /** Whether the field is a field of the steps of a thread, and not of the thread. */
  readonly isOfStep?: true | undefined;
}

interface Extra {
  readonly unit?: QueryUnit;
  readonly isOfStep?: true;
  readonly path?: "json" | "scoreName";
  readonly labelField?: string;
}

function always(field: string, type: QueryFieldType, names: QueryField["names"], extra: Extra = {}): QueryField {
  return { field, names, type, isNullable: false, ...extra };
}

function maybe(field: string, type: QueryFieldType, names: QueryField["names"], extra: Extra = {}): QueryField {
  return { field, names, type, isNullable: true, ...extra };
}

const created = always("createdAt", "datetime", ["created", "createdAt", "date", "time", "timestamp"]);
const environment = maybe("environment", "string", ["environment", "env"]);
const apiKey = maybe("apiKey", "stringList", ["key", "apiKey"]);
const tags = maybe("tags", "stringList", ["tag", "tags"]);
const metadata = maybe("metadata", "json", ["metadata", "meta"], { path: "json" });
const error = maybe("error", "string", ["error", "errors"]);
const model = maybe("model", "string", ["model", "modelName"]);
const provider = maybe("provider", "string", ["provider", "vendor"]);
const content = always("content", "text", ["content", "text", "message"]);
const duration = maybe("duration", "number", ["latency", "duration"], { unit: "seconds" });
const tokens = maybe("tokenCount", "number", ["tokens", "tokenCount", "totalTokens"], { unit: "tokens" });
const cost = maybe("cost", "number", ["cost", "totalCost"], { unit: "dollars" });
const thread = maybe("threadId", "string", ["thread", "threadId", "session", "sessionId", "trace", "traceId"]);
const ofStep = { isOfStep: true } as const;
const score = { path: "scoreName", labelField: "scoreLabel" } as const;
const scoreLabel = maybe("scoreLabel", "string", ["scoreLabel"], { path: "scoreName" });
const users = ["user", "userId", "participant"] as const;

/** Fields of each list, most frequently used first. */
export const queryFields: Readonly<Record<QueriedList, readonly QueryField[]>> = {
  threads: [
    maybe("name", "string", ["name", "threadName"]),
    maybe("participantIdentifiers", "stringList", [...users, "participantIdentifiers"]),
    tags,
    environment,
    maybe("error", "string", ["error"], ofStep),
    duration,
    tokens,
    cost,
    always("errorCount", "number", ["errors", "errorCount"]),
    always("toolCount", "number", ["tools", "toolCount"]),
    always("turnCount", "number", ["turns", "turnCount"]),
    always("stepCount", "number", ["steps", "stepCount"]),
    maybe("scoreValue", "number", ["score", "scores", "scoreValue"], score),
    scoreLabel,
    metadata,
    created,
    content,
    maybe("stepName", "string", ["step", "stepName"], ofStep),
    always("stepType", "stringList", ["type", "stepType"], ofStep),
    maybe("stepOutput", "json", ["output", "stepOutput"], { path: "json", ...ofStep }),
    maybe("participantId", "string", ["participantId"]),
    always("id", "string", ["id", "thread", "threadId", "session", "sessionId", "trace", "traceId"]),
  ],
  steps: [
    model,
    maybe("name", "string", ["name", "stepName"]),
    always("type", "string", ["type", "stepType", "kind"]),
    maybe("participantIdentifiers", "stringList", [...users, "participantIdentifiers"]),
    tags,
    environment,
    apiKey,
    error,
    duration,
    tokens,
    cost,
    maybe("scoreValue", "number", ["score", "scores", "scoreValue"], score),
    scoreLabel,
    metadata,
    created,
    content,
    maybe("input", "json", ["input"], { path: "json" }),
    maybe("output", "json", ["output"], { path: "json" }),
    provider,
    maybe("startTime", "datetime", ["started", "startTime"]),
    maybe("endTime", "datetime", ["ended", "endTime"]),
    thread,
    maybe("rootRunId", "string", ["run", "runId", "rootRunId"]),
    maybe("parentId", "string", ["parent", "parentId"]),
    maybe("parentRunId", "string", ["parentRun", "parentRunId"]),
    maybe("participantIdentifier", "stringList", ["participantIdentifier"]),
    always("id", "string", ["id", "step", "stepId", "span", "spanId"]),
  ],
  generations: [
    model,
    provider,
    maybe("name", "string", ["name", "stepName"]),
    maybe("participant", "stringList", users),
    tags,
    environment,
    apiKey,
    error,
    duration,
    tokens,
    cost,
    maybe("score", "number", ["score", "scores", "scoreValue"], score),
    scoreLabel,
    metadata,
    created,
    content,
    maybe("promptLineage", "string", ["prompt", "promptName", "promptLineage"]),
    maybe("promptVersion", "number", ["promptVersion"]),
    always("type", "string", ["type", "generationType"]),
    always("stepType", "string", ["stepType"]),
    thread,
    always("id", "string", ["id", "step", "stepId", "span", "spanId"]),
  ],
  scores: [
    always("name", "string", ["name", "score"]),
    always("value", "number", ["value", "scoreValue"]),
    always("type", "string", ["type", "source"]),
    maybe("label", "string", ["label"]),
    maybe("scorer", "string", ["scorer", "evaluator", "author"]),
    maybe("evaluatorVersionId", "string", ["evaluatorVersion", "evaluatorVersionId"]),
    maybe("evaluationRuleId", "string", ["rule", "evaluationRule", "evaluationRuleId"]),
    maybe("datasetExperimentItemId", "string", ["experimentItem", "datasetExperimentItemId"]),
    maybe("comment", "string", ["comment", "reason"]),
    tags,
    maybe("participant", "stringList", users),
    created,
    thread,
    maybe("stepId", "string", ["step", "stepId", "span", "spanId"]),
    always("id", "string", ["id", "scoreId"]),
  ],
  users: [
    maybe("identifier", "string", ["user", "identifier", "userId", "name"]),
    content,
    maybe("lastEngaged", "datetime", ["lastEngaged", "lastSeen", "active"]),
    maybe("threadCount", "number", ["threads", "threadCount"]),
    tokens,
    metadata,
    created,
    always("id", "string", ["id"]),
  ],
  datasets: [
    always("name", "string", ["name", "dataset"]),
    maybe("description", "string", ["description"]),
    always("type", "string", ["type"]),
    metadata,
    created,
    always("id", "string", ["id"]),
  ],
  experiments: [
    always("name", "string", ["name", "experiment"]),
    maybe("datasetId", "string", ["dataset", "datasetId"]),
    created,
    always("id", "string", ["id"]),
  ],
  prompts: [
    always("name", "string", ["name", "prompt"]),
    maybe("description", "string", ["description"]),
    created,
    always("id", "string", ["id"]),
  ],
};

/** Fields to search for a text that has no field name, such as `refund` in the query `refund model:gpt-4o`. */
export const textFields: Readonly<Record<QueriedList, readonly [string, ...string[]]>> = {
  threads: ["content"],
  steps: ["content"],
  generations: ["content"],
  scores: ["comment"],
  users: ["content"],
  datasets: ["name", "description"],
  experiments: ["name"],
  prompts: ["name", "description"],
};

export function findQueryField(list: QueriedList, name: string): QueryField | undefined {
  const wanted = normalized(name);
  return queryFields[list].find(({ names }) => names.some((each) => normalized(each) === wanted));
}

function normalized(name: string): string {
  return name.replaceAll(/[_-]/gu, "").toLowerCase();
}
