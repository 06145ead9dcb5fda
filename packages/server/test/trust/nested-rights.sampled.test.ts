import { getNamedType, isListType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byInputs, partOf } from "../test-inputs.ts";
import { argumentsWith, documentOf, operations } from "./schema-arguments.ts";
import type { Operation } from "./schema-arguments.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { openTwoProjects } from "./two-projects.ts";
import type { Actor, Answer, TwoProjects } from "./two-projects.ts";

/** Prefix of every text that this file sends. */
const mark = "SENT";

/**
 * Fields whose values a key without the scope `read` may see in a response, although it did not send them: ids, times
 * of storage, outcomes, and its own account. The list does not depend on the list in the service.
 */
const openFields: Readonly<Record<string, string>> = {
  Viewer: "email id name permissions project role",
  Project: "createdAt id lacksSecondFactor name requiresSecondFactor role",
  IngestStepPayload: "message ok",
  IngestStepResult: "id message ok",
  IngestThreadResult: "id message ok",
  UpdatePromptLineageRolloutPayload: "errorCode message ok",
  Thread: "id createdAt receivedAt",
  Step: "id createdAt receivedAt",
  Generation: "id projectId stepId createdAt receivedAt",
  Score: "id projectId createdAt updatedAt",
  Comment: "id createdAt editedAt threadId stepId author isOwn",
  CommentAuthor: "id isMember kind name",
  ScoreSchema: "id createdAt updatedAt",
  Participant: "id createdAt",
  Dataset: "id createdAt type",
  DatasetItem: "id createdAt datasetId",
  DatasetExperiment: "id createdAt",
  DatasetExperimentItem: "id datasetExperimentId",
  PromptLineage: "id createdAt changedAt",
  PromptVersion: "id createdAt updatedAt version lineageId",
  PromptExperiment: "id projectId",
  Attachment: "id",
  ModelPrice: "id createdAt updatedAt isTiered source",
  ModelConnection: "id createdAt updatedAt",
  ReviewQueue: "id createdAt updatedAt",
  ReviewItem: "id createdAt queueId threadId stepId state endedAt",
  Review: "id createdAt queueId isOwn state leaseEnd endedAt",
  AddedReviewItems: "addedCount queue",
  EvaluationRule: "id createdAt updatedAt evaluatorVersionId",
  Alert: "id createdAt updatedAt channelIds",
  Channel: "id createdAt updatedAt",
  Delivery: "id createdAt channelId",
  SavedChannel: "channel signingSecret",
  ChannelTest: "message ok status",
  Evaluator: "id createdAt updatedAt",
  EvaluatorVersion: "id createdAt evaluatorId number",
  Evaluation: "targetId stepId durationMs problem modelProblem",
  EvaluationTarget: "targetId",
  // Results of a model call that the caller itself has made.
  ModelCallResult:
    "cost durationMs finishReason inputTokenCount message messages outputTokenCount problem stepIds text toolCalls ttFirstToken",
  ModelToolCall: "arguments id name",
  ModelConnectionTest: "durationMs message ok problem stepId",
  ModelConnectionCheck: "message models ok problem",
  ThreadShare: "id threadId createdAt expiresAt",
};
const administration = /^(ApiKey|AuditEvent|CreatedApiKey|Invitation|InvitationLink|Member)\./;

function mayLearn({ name }: Actor, coordinate: string): boolean {
  if (name === "the owner") return true;
  if (name === "the admin") return !coordinate.startsWith("AuditEvent.");
  if (name.startsWith("the ") || name.startsWith("who has a link") || /\bread\b/.test(name)) {
    return !administration.test(coordinate);
  }
  const [type = "", field = ""] = coordinate.split(".");
  return openFields[type]?.split(" ").includes(field) ?? false;
}

/** Returns the fields of a response with values that the request did not send. */
function learnt(operation: Operation, { text }: Answer, sent: ReadonlySet<string>): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const { data } = JSON.parse(text) as { data?: Record<string, unknown> | null };
  visit(data?.[operation.field.name], operation.field.type, "");
  return found;

  function visit(value: unknown, type: GraphQLOutputType, coordinate: string): void {
    if (value === null || value === undefined) return;
    const list = isNonNullType(type) ? type.ofType : type;
    if (isListType(list)) {
      for (const item of value as unknown[]) visit(item, list.ofType, coordinate);
      return;
    }
    const named = getNamedType(type);
    if (!isObjectType(named)) {
      const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
      if (!isEmpty && !sent.has(JSON.stringify(value))) found.set(coordinate, value);
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      const field = named.getFields()[name];
      if (field) visit(child, field.type, `${named.name}.${name}`);
    }
  }
}

function valuesIn(value: unknown, into = new Set<string>()): ReadonlySet<string> {
  into.add(JSON.stringify(value));
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) valuesIn(part, into);
  return into;
}

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  beforeAll(async () => {
    world = await openTwoProjects(open);
  }, 120_000);
  afterAll(() => world.server.close());

  /** Uses an operation with ids of existing records, and otherwise only required arguments. */
  function use(actor: Actor, operation: Operation): { variables: Record<string, unknown>; answer: Promise<Answer> } {
    const ordinary = (coordinate: string, kind: string | undefined): unknown =>
      coordinate === "RecordFilterInput.field"
        ? "name"
        : kind === undefined
          ? `${mark}-${coordinate}`
          : (Object(world.mine) as Record<string, unknown>)[kind];
    const variables = argumentsWith(operation, (coordinate, kind) => {
      if (/\.(resource|role|type|scopes|operator|metric|direction|column)$/.test(coordinate)) return undefined;
      return ordinary(coordinate, kind);
    });
    return { variables, answer: world.ask(actor, documentOf(operation, Object.keys(variables), 5), variables) };
  }

  // Deletions run last, so that all others find the records.
  const rows = operations
    .filter(
      ({ kind, field }) =>
        kind !== "subscription" &&
        !/^(deleteProject|removeMember|revoke|requireSecond|updateProjectLimits)/.test(field.name),
    )
    .toSorted((a, b) => Number(a.field.name.startsWith("delete")) - Number(b.field.name.startsWith("delete")));

  const tested = byInputs({ few: partOf(rows, 8), some: partOf(rows, 2), many: rows, all: rows });
  test.each(tested.map((operation) => [operation.coordinate, operation] as const))(
    "T09: nested fields of %s reveal nothing without permission",
    async (_coordinate, operation) => {
      // Actors that may not read the records come first, before an owner deletes the records.
      for (const actor of world.actors.toSorted(
        (a, b) => Number(mayLearn(a, "Step.output")) - Number(mayLearn(b, "Step.output")),
      )) {
        const { variables, answer } = use(actor, operation);
        const response = await answer;
        const beyond = [...learnt(operation, response, valuesIn(variables))].filter(
          ([coordinate]) => !mayLearn(actor, coordinate),
        );
        expect({ actor: actor.name, beyond }).toEqual({ actor: actor.name, beyond: [] });
        expect(response.text).not.toContain("INTERNAL");
      }
    },
  );

  test("requests without credentials are rejected", async () => {
    for (const operation of rows) {
      const { answer } = use({ name: "nobody", headers: {} }, operation);
      expect({ operation: operation.coordinate, status: (await answer).status }).toEqual({
        operation: operation.coordinate,
        status: 401,
      });
    }
  });
});
