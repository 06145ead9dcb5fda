import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import type { AlertRecord } from "../alerts.ts";
import type { ChannelRecord } from "../channels.ts";
import type { ModelConnectionRecord } from "../model-connections.ts";
import { InvalidRecordError } from "../errors.ts";
import {
  datasetItems,
  datasets,
  datasetVersions,
  experimentItems,
  experiments,
  pastDatasetItems,
} from "../schema/datasets.ts";
import { alerts, channels } from "../schema/alerts.ts";
import { evaluationRules } from "../schema/evaluation-rules.ts";
import { reviewItems, reviewQueues, reviews } from "../schema/review-queues.ts";
import { evaluators, evaluatorVersions } from "../schema/evaluators.ts";
import { promptLineages, promptRollouts, promptVariants, promptVersions } from "../schema/prompts.ts";
import { generationFields, givenFields, stepFields, threadFields } from "../schema/recorded-fields.ts";
import { attachments, comments, files, scores, tombstones, users } from "../schema/recorded.ts";
import {
  auditEvents,
  dashboards,
  modelConnections,
  modelPrices,
  scoreSchemas,
  threadShares,
  views,
} from "../schema/settings.ts";
import type { FieldShape, Kind } from "../schema/table.ts";
import type { MovedRecord } from "../store.ts";

interface Shape {
  readonly fields: readonly FieldShape[];
  /** Fields that are missing in exports of earlier versions. */
  readonly laterFields?: readonly string[] | undefined;
  /** Fields that are never null, although their columns allow null. */
  readonly requiredFields?: readonly string[] | undefined;
  readonly parts?: Readonly<Record<string, Shape>> | undefined;
}

const exportedFields: ReadonlySet<string> = new Set<keyof ModelConnectionRecord>([
  "id",
  "createdAt",
  "updatedAt",
  "name",
  "kind",
  "baseUrl",
  "models",
  "dailyBudget",
  "maxConcurrentCalls",
]);

const alertProgress: ReadonlySet<string> = new Set<keyof AlertRecord>([
  "silencedUntil",
  "state",
  "stateSince",
  "pendingSince",
  "value",
  "problem",
  "evaluatedAt",
  "level",
  "silencedFrom",
  "groupStates",
  "hasMoreGroups",
  "changeCount",
]);
const secretsOfChannel: keyof ChannelRecord = "sealedSecrets";

export const recordShapes: Readonly<Record<MovedRecord["kind"], Shape>> = {
  user: { fields: users.columns, requiredFields: ["metadata"] },
  thread: { fields: threadFields, laterFields: ["receivedAt"] },
  step: {
    fields: stepFields,
    laterFields: ["receivedAt", "startMicros"],
    parts: {
      generation: { fields: generationFields },
      given: { fields: givenFields, laterFields: ["createdAt"] },
    },
  },
  score: { fields: scores.columns },
  comment: { fields: comments.columns },
  attachment: { fields: attachments.columns },
  dataset: { fields: datasets.columns, laterFields: ["version", "itemsAdded"] },
  datasetItem: { fields: datasetItems.columns, laterFields: ["splits", "version", "position"] },
  pastDatasetItem: { fields: pastDatasetItems.columns },
  datasetVersion: { fields: datasetVersions.columns },
  experiment: { fields: experiments.columns },
  experimentItem: { fields: experimentItems.columns },
  promptLineage: { fields: promptLineages.columns },
  promptVersion: { fields: promptVersions.columns },
  promptRollout: { fields: promptRollouts.columns },
  promptVariant: { fields: promptVariants.columns },
  scoreSchema: { fields: scoreSchemas.columns, laterFields: ["direction"] },
  modelPrice: { fields: modelPrices.columns },
  view: { fields: views.columns },
  dashboard: { fields: dashboards.columns },
  // Secrets and spending are not exported.
  modelConnection: { fields: modelConnections.columns.filter(({ field }) => exportedFields.has(field)) },
  evaluator: { fields: evaluators.columns },
  evaluatorVersion: { fields: evaluatorVersions.columns },
  evaluationRule: { fields: evaluationRules.columns },
  reviewQueue: { fields: reviewQueues.columns },
  reviewItem: { fields: reviewItems.columns },
  review: { fields: reviews.columns },
  channel: { fields: channels.columns.filter(({ field }) => field !== secretsOfChannel) },
  alert: {
    fields: alerts.columns.filter(({ field }) => !alertProgress.has(field)),
    laterFields: ["warnsEarly", "groupBy"],
  },
  // `leftOver` (whether the bytes of the file have to be deleted) is not part of an exported record.
  file: { fields: files.columns.filter(({ field }) => field !== "leftOver") },
  tombstone: { fields: tombstones.columns },
  threadShare: { fields: threadShares.columns },
  auditEvent: { fields: auditEvents.columns },
};

/** Invalid field of a record. `problem` is a phrase such as `must be an integer, not a list`. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

export function findFieldProblem(kind: MovedRecord["kind"], record: JsonObject): FieldProblem | null {
  return findProblem(recordShapes[kind], record, "");
}

/** Returns the known fields of a record. Throws an {@link InvalidRecordError} that names an invalid one. */
export function checkRecord({ kind, record }: MovedRecord): MovedRecord {
  const shape = Object.hasOwn(recordShapes, kind) ? recordShapes[kind] : undefined;
  if (shape === undefined) throw new InvalidRecordError(`"${kind}" is not a kind of record.`);
  const found = isObject(record) ? findFieldProblem(kind, record) : { field: "record", problem: "must be an object" };
  if (found !== null) {
    const name = isObject(record) ? record[kind === "file" ? "objectKey" : "id"] : undefined;
    const subject = typeof name === "string" ? `The ${kind} ${JSON.stringify(name)}` : `A ${kind}`;
    throw new InvalidRecordError(`${subject} is invalid: ${found.field} ${found.problem}.`);
  }
  return { kind, record: pick(shape, record) };
}

/**
 * Copies only the known fields of an imported record. An unknown field could have the name of a field of
 * {@link StepWrite} or `ThreadWrite` that an import must not set.
 */
function pick(shape: Shape, record: JsonObject): JsonObject {
  const picked: { [field: string]: JsonValue } = {};
  for (const { field } of shape.fields) {
    const value = record[field];
    if (value === undefined) continue;
    const part = shape.parts?.[field];
    picked[field] = part !== undefined && isObject(value) ? pick(part, value) : value;
  }
  return picked;
}

function findProblem(shape: Shape, record: JsonObject, path: string): FieldProblem | null {
  for (const { field, kind, isNullable } of shape.fields) {
    const value = record[field];
    const mayLack = value === undefined && shape.laterFields?.includes(field) === true;
    const isRequired = !isNullable || shape.requiredFields?.includes(field) === true;
    if (value == null ? mayLack || !isRequired : isOfKind[kind](value)) {
      const part = shape.parts?.[field];
      const found = part !== undefined && isObject(value) ? findProblem(part, value, `${path}${field}.`) : null;
      if (found === null) continue;
      return found;
    }
    const given = value === undefined ? "but is missing" : `not ${describe(value)}`;
    return { field: `${path}${field}`, problem: `must be ${expected[kind]}, ${given}` };
  }
  return null;
}

const isOfKind: Readonly<Record<Kind, (value: JsonValue) => boolean>> = {
  text: isText,
  integer: (value) => Number.isSafeInteger(value),
  real: (value) => Number.isFinite(value),
  flag: (value) => typeof value === "boolean",
  json: () => true,
  object: isObject,
  objects: (value) => Array.isArray(value) && value.every(isObject),
  texts: (value) => Array.isArray(value) && value.every(isText),
  bytes: () => false,
};

const expected: Readonly<Record<Kind, string>> = {
  text: "a string without NUL and lone surrogates",
  integer: "an integer",
  real: "a number",
  flag: "true or false",
  json: "a JSON value",
  object: "an object",
  objects: "a list of objects",
  texts: "a list of strings without NUL and lone surrogates",
  bytes: "absent",
};

/** Whether the value is a string that PostgreSQL can store. */
function isText(value: JsonValue): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Describes a value without its content, which can be large or secret. */
function describe(value: JsonValue): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return "this text";
  return Array.isArray(value) ? "this list" : "an object";
}
