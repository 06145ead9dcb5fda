import type { RecordKey } from "./argument-kinds.ts";
import { argumentsWith, documentOf, places } from "./schema-arguments.ts";
import type { Operation, Place } from "./schema-arguments.ts";
import { canary, foreignId } from "./two-projects.ts";
import type { Actor, TwoProjects } from "./two-projects.ts";

/** Operations that may store records of project A with ids that project B uses. They run last. */
const writesUnderGivenIds = new Set([
  "Mutation.upsertThread",
  "Mutation.ingestThreads",
  "Mutation.createThread",
  "Mutation.updateThread",
  "Mutation.ingestStep",
  "Mutation.ingestSteps",
  "Mutation.createStep",
  "Mutation.updateStep",
  "Mutation.createGeneration",
  "Mutation.createScore",
  "Mutation.createComment",
  "Mutation.createAttachment",
  "Mutation.updateAttachment",
  "Mutation.createParticipant",
  "Mutation.updateParticipant",
  "Mutation.createDataset",
  "Mutation.updateDataset",
  "Mutation.createPromptLineage",
  "Mutation.createDatasetItem",
  "Mutation.createDatasetItems",
  "Mutation.createDatasetExperiment",
  "Mutation.createDatasetExperimentItem",
  "Mutation.createPromptExperiment",
  "Mutation.createScoreSchema",
  "Mutation.updateScoreSchema",
  "Mutation.createAlert",
  "Mutation.updateAlert",
  "Mutation.createChannel",
  "Mutation.updateChannel",
  "Mutation.createEvaluationRule",
  "Mutation.updateEvaluationRule",
  "Mutation.addToReviewQueue",
  "Mutation.createReviewQueue",
  "Mutation.updateReviewQueue",
  "Mutation.createEvaluator",
  "Mutation.updateEvaluator",
  "Mutation.inviteMember",
]);

/** Every argument that can refer to a record, in test order. */
export const rows: readonly Row[] = places
  .filter(({ kind, operation }) => isRecordKey(kind) && operation.kind !== "subscription")
  .map((place) => ({ place, kind: place.kind as RecordKey, turn: turnOf(place) }))
  .toSorted((one, other) => one.turn - other.turn);

/** An argument or input field that can refer to a record. */
export interface Row {
  readonly place: Place;
  readonly kind: RecordKey;
  readonly turn: number;
}

/**
 * Returns the position of an argument in the test order: reads first, then operations that need an existing record,
 * then upserts.
 */
function turnOf({ operation, path }: Place): number {
  if (operation.kind === "query") return 0;
  if (!writesUnderGivenIds.has(operation.coordinate)) return 1;
  return path.join(".") === "id" && operation.field.name.startsWith("update") ? 2 : 3;
}

function isRecordKey(kind: Place["kind"]): boolean {
  return kind !== undefined && !["cursor", "filter", "json", "text"].includes(kind);
}

/**
 * Sends an id of project B, and an id that does not exist. Returns how the responses differ, and the data of project B
 * that they contain.
 */
export async function leaksOf(world: TwoProjects, { place, kind, turn }: Row, actor: Actor): Promise<string[]> {
  const foreign = await request(world, actor, place, world.foreign[kind]);
  const missing = await request(world, actor, place, missingOf(kind));
  const [answer, expected] =
    turn < 3 ? [foreign, missing] : [withoutNames(world, foreign), withoutNames(world, missing)];
  // Except for upserts, the response must not contain records of project A either. Otherwise, the service might have
  // ignored the argument.
  const never = turn < 3 ? [canary, foreignId, "INTERNAL", "MINE-", "mine-"] : [canary, "INTERNAL"];
  return [
    ...(answer === expected ? [] : [`${actor.name} was answered ${answer} and not ${expected}`]),
    ...never
      .filter((secret) => foreign.includes(secret))
      .map((secret) => `${actor.name} received ${secret}: ${foreign}`),
  ];
}

/** Sends a request. Returns its response without values that were sent or generated. */
async function request(world: TwoProjects, actor: Actor, { operation, path }: Place, value: string): Promise<string> {
  const { status, text } = await world.ask(actor, ...callOf(world, operation, path, value));
  const plain = text
    // Decodes the content of feedback tokens, so that ids in them are found.
    .replaceAll(/(?<="token":")(eyJ[\w-]+)\.[\w-]{43}/g, (_token, permit: string) =>
      Buffer.from(permit, "base64url").toString(),
    )
    .replaceAll(JSON.stringify(value).slice(1, -1), "SENT")
    .replaceAll(encodeURIComponent(value), "SENT");
  const generated = plain.replaceAll(/NEW-\d+/g, "NEW").replaceAll(/(token=|"secret":")[\w-]+/g, "$1");
  // Removes durations, and the versions of dataset items. A version counts all changes of the dataset, so it differs
  // between requests.
  return `${status} ${generated
    .replaceAll(/("durationMs":)[\d.e-]+/g, "$1")
    .replaceAll(/("splits":\[\],"stepId":[^,{}]*,"version":)\d+/g, "$1")}`;
}

/** Replaces ids in a response, so that records written with a foreign and a missing id can be compared. */
function withoutNames(world: TwoProjects, text: string): string {
  const names = (Object.entries(world.foreign) as [RecordKey, string][])
    .flatMap(([kind, id]) => [id, missingOf(kind)].map((name) => [name, `<${kind}>`] as const))
    .toSorted(([one], [other]) => other.length - one.length);
  // The service derives the id of a score or attachment without an id from the id of its step.
  const derived = /[\da-f]{8}-[\da-f]{4}-5[\da-f-]{21}/g;
  return names.reduce((plain, [name, kind]) => plain.replaceAll(name, kind), text).replaceAll(derived, "<derived>");
}

function callOf(world: TwoProjects, operation: Operation, path: readonly string[], value: string): [string, object] {
  const variables = argumentsWith(
    operation,
    (coordinate, kind) => {
      // Steps are merged, so each request needs its own step. Otherwise, data of one request would appear in the
      // response to another.
      if (["Mutation.ingestStep.id", "StepInput.id"].includes(coordinate)) return `step of ${value}`;
      return isRecordKey(kind) ? world.mine[kind as RecordKey] : ordinary[coordinate];
    },
    { path, value },
  );
  return [documentOf(operation, Object.keys(variables), 3), variables];
}

/** Valid values for arguments that only accept certain values. */
const ordinary: Readonly<Record<string, unknown>> = {
  "RecordFilterInput.field": "name",
  "ScoreSchemaInput.type": "CONTINUOUS",
  "Mutation.createPromptVersion.templateMessages": [],
};

function missingOf(kind: RecordKey): string {
  if (kind === "email") return "missing@example.com";
  return kind === "file" ? "MISSING/MISSING" : `MISSING-${kind}`;
}
