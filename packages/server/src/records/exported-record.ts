import type { ChannelKind } from "../store/channels.ts";
import type { DatasetType } from "../store/datasets.ts";
import type { GenerationType } from "../store/generation-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ScoreDirection, ScoreSchemaType } from "../store/score-schemas.ts";
import type { ScoreType } from "../store/scores.ts";
import type { StepType } from "../store/step-type.ts";
import type { ExportedRecord } from "../store/store.ts";
import { findFieldProblem } from "../store/resources/check-record.ts";
import { checkComment } from "./comments.ts";
import { checkAlert } from "./alerts.ts";
import { checkChannel } from "./channels.ts";
import { checkDashboard } from "./dashboards.ts";
import { isTime } from "./date-time.ts";
import { badInput } from "./errors.ts";
import { checkEvaluationRule } from "./evaluation-rules.ts";
import { checkEvaluatorVersion } from "./evaluators.ts";
import { isJsonObject, readJson } from "./json-values.ts";
import { checkModelConnection } from "./model-connections.ts";
import { checkModelPrice } from "./prices.ts";
import { checkSupersededJudgments } from "./superseded-judgments.ts";
import { checkReview, checkReviewItem, checkReviewQueue } from "./review-queues.ts";

const generationTypes = { CHAT: true, COMPLETION: true } satisfies Record<GenerationType, true>;

/** Kinds of records, with their possible values of `type`; null if they have no type. */
const typesOf: { readonly [Kind in ExportedRecord["kind"]]: Readonly<Record<string, true>> | null } = {
  user: null,
  thread: null,
  step: {
    assistant_message: true,
    embedding: true,
    llm: true,
    rerank: true,
    retrieval: true,
    run: true,
    system_message: true,
    tool: true,
    undefined: true,
    user_message: true,
  } satisfies Record<StepType, true>,
  score: { AI: true, CODE: true, HUMAN: true } satisfies Record<ScoreType, true>,
  comment: null,
  attachment: null,
  dataset: { generation: true, key_value: true } satisfies Record<DatasetType, true>,
  datasetItem: null,
  pastDatasetItem: null,
  datasetVersion: null,
  experiment: null,
  experimentItem: null,
  promptLineage: null,
  promptVersion: generationTypes,
  promptRollout: null,
  promptVariant: null,
  view: null,
  dashboard: null,
  modelConnection: null,
  scoreSchema: { CATEGORICAL: true, CONTINUOUS: true } satisfies Record<ScoreSchemaType, true>,
  evaluator: null,
  evaluatorVersion: null,
  evaluationRule: null,
  reviewQueue: null,
  reviewItem: null,
  review: null,
  channel: { WEBHOOK: true, SLACK: true, DISCORD: true, EMAIL: true } satisfies Record<ChannelKind, true>,
  alert: null,
  modelPrice: null,
  file: null,
};

const directions = {
  HIGHER_IS_BETTER: true,
  LOWER_IS_BETTER: true,
  NEUTRAL: true,
} satisfies Record<ScoreDirection, true>;

const times = [
  "createdAt",
  "receivedAt",
  "updatedAt",
  "editedAt",
  "startTime",
  "endTime",
  "deletedAt",
  "archivedAt",
  "validFrom",
  "validTo",
  "endedAt",
  "assignedUntil",
  "leaseEnd",
];

/** Validates a line of an export, which may have been edited. Throws an error that names the invalid field. */
export function readExportedRecord(value: JsonValue): ExportedRecord {
  const { kind, record } = isJsonObject(value) ? value : {};
  if (typeof kind !== "string" || !Object.hasOwn(typesOf, kind) || !isJsonObject(record)) {
    throw badInput("record", 'must be an exported record: {"kind":"...","record":{...}}');
  }
  readJson(kind, record, Number.POSITIVE_INFINITY);
  checkTimes(kind, record, "createdAt");
  // Some fields of a step, such as `createdAt`, may show a derived value. `given` contains the values that the client
  // sent for these fields.
  if (isJsonObject(record["given"])) checkTimes(`${kind}.given`, record["given"]);
  // `kind` is a key of `typesOf`.
  const known = kind as ExportedRecord["kind"];
  const types = typesOf[known];
  if (types) checkType(`${kind}.type`, record["type"], types);
  if (known === "step" && isJsonObject(record["generation"])) {
    checkType("step.generation.type", record["generation"]["type"], generationTypes);
  }
  // Earlier versions do not export the direction.
  if (known === "scoreSchema" && record["direction"] !== undefined) {
    checkType("scoreSchema.direction", record["direction"], directions);
  }
  if (known === "modelPrice") checkModelPrice(record);
  if (known === "score") checkSupersededJudgments(record["supersededJudgments"]);
  if (known === "comment") checkComment(record);
  if (known === "modelConnection") checkModelConnection(record);
  if (known === "evaluatorVersion") checkEvaluatorVersion(record);
  if (known === "evaluationRule") checkEvaluationRule(record);
  if (known === "reviewQueue") checkReviewQueue(record);
  if (known === "reviewItem") checkReviewItem(record);
  if (known === "review") checkReview(record);
  if (known === "alert") checkAlert(record, Date.now());
  if (known === "channel") checkChannel(record);
  if (known === "dashboard") checkDashboard(record, Date.now());
  const found = findFieldProblem(known, record);
  if (found !== null) throw badInput(`${kind}.${found.field}`, found.problem);
  return { kind: known, record: known === "step" ? withoutApiKey(record) : record };
}

/** Returns a step without its API key. The id in the file cannot be trusted, because the file may have been edited. */
function withoutApiKey({ apiKeyId: _apiKeyId, ...step }: JsonObject): JsonObject {
  return step;
}

function checkType(field: string, type: JsonValue | undefined, types: Readonly<Record<string, true>>): void {
  if (typeof type === "string" && Object.hasOwn(types, type)) return;
  throw badInput(field, `must be one of ${Object.keys(types).join(", ")}`);
}

function checkTimes(kind: string, record: JsonObject, required?: string): void {
  for (const field of times) {
    const value = record[field];
    const mayLack = field !== required || kind === "promptRollout";
    if (value == null ? mayLack : isTime(value)) continue;
    throw badInput(`${kind}.${field}`, "must be milliseconds between the years 1970 and 9999");
  }
}
