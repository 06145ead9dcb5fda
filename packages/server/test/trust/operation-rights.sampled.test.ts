import { afterAll, beforeAll, expect, test } from "vitest";
import { argumentsWith, documentOf, operations } from "./schema-arguments.ts";
import type { Operation } from "./schema-arguments.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { openTwoProjects } from "./two-projects.ts";
import type { Actor, TwoProjects } from "./two-projects.ts";

const roles = ["viewer", "annotator", "editor", "admin", "owner"] as const;

/** Operations with the same permissions: a minimum role, key scopes, and whether a link to a thread is enough. */
interface Group {
  readonly least: (typeof roles)[number] | null;
  readonly scopes: readonly string[];
  readonly link?: true;
  readonly operations: string;
}

/**
 * Expected permissions of every operation of the schema. They do not depend on the permissions in the service, so the
 * tests detect if only one side changes.
 */
const groups: readonly Group[] = [
  { least: "viewer", scopes: ["ingest", "read", "write", "connections"], operations: "Query.viewer Query.projects" },
  { least: "viewer", scopes: ["ingest", "read", "write", "connections"], link: true, operations: "Query.sharedThread" },
  {
    least: "viewer",
    scopes: ["read"],
    link: true,
    operations: "Query.threadDetail Query.step Query.generation",
  },
  {
    least: "viewer",
    scopes: ["read"],
    operations: `Query.attachment Query.calibration Query.comments Query.dashboard Query.dashboards Query.dataset Query.datasetExperiment Query.datasetExperiments Query.datasetItem Query.datasets
      Query.evaluationRule Query.evaluationRules Query.evaluator Query.evaluators Query.evaluatorVersion Query.evaluatorCatalog Query.judgeStates
      Query.alert Query.alerts Query.alertPreview Query.channel Query.channels
      Query.facets Query.generations Query.metadataPaths Query.modelPrices Query.participant Query.participants
      Query.reviewQueue Query.reviewQueues
      Query.projectUsage Query.promptLineage Query.promptLineageRollout Query.promptLineages Query.promptVersion Query.scoreSchemas Query.scores
      Query.statistics Query.stepOutline Query.steps Query.threads Query.timeSeries Query.views
      Mutation.createView Mutation.updateView Mutation.deleteView`,
  },
  {
    least: "annotator",
    scopes: ["ingest", "write"],
    operations:
      "Mutation.createScore Mutation.createFeedbackToken Mutation.createComment Mutation.updateComment Mutation.deleteComment",
  },
  {
    least: "annotator",
    scopes: ["write"],
    operations: `Query.mentionableMembers Mutation.updateScore Mutation.deleteScore
      Mutation.addToReviewQueue Mutation.takeReview Mutation.releaseReview Mutation.submitReview Mutation.skipReview Mutation.flagReview Mutation.handOnReview`,
  },
  {
    least: "editor",
    scopes: ["ingest"],
    operations: `Mutation.createAttachment Mutation.createGeneration Mutation.createParticipant Mutation.createStep
      Mutation.createThread Mutation.ingestStep Mutation.ingestSteps Mutation.ingestThreads Mutation.updateParticipant
      Mutation.upsertThread`,
  },
  {
    least: "editor",
    scopes: ["write"],
    operations: `Query.threadShares
      Mutation.addGenerationToDataset Mutation.addStepToDataset Mutation.createDataset Mutation.createDatasetExperiment
      Mutation.createDatasetExperimentItem Mutation.createDatasetItem Mutation.createDatasetItems Mutation.createModelPrice
      Mutation.createPromptExperiment Mutation.createPromptLineage Mutation.createPromptVersion Mutation.createScoreSchema
      Mutation.deleteAttachment Mutation.deleteDataset Mutation.deleteDatasetExperiment Mutation.deleteDatasetItem Mutation.deleteDatasetItems Mutation.deleteModelPrice
      Mutation.deleteParticipant Mutation.deletePromptLineage Mutation.deleteScoreSchema Mutation.deleteStep Mutation.deleteThread
      Mutation.promotePromptVersion Mutation.setPromptLabel Mutation.shareThread Mutation.unshareThread Mutation.updateAttachment
      Mutation.updateDataset Mutation.updateDatasetItem Mutation.updateDatasetItemSplits Mutation.divideDataset Mutation.updateModelPrice Mutation.updatePromptLineageRollout
      Mutation.createDashboard Mutation.deleteDashboard Mutation.updateDashboard
      Query.modelConnection Query.modelConnections Mutation.testModelConnection Mutation.callModel
      Mutation.createEvaluator Mutation.updateEvaluator Mutation.createEvaluatorVersion Mutation.deleteEvaluator
      Mutation.testEvaluator Mutation.evaluate
      Query.experimentEstimate Mutation.startExperiments Mutation.cancelExperimentRun Mutation.retryExperimentRun
      Query.evaluationRuleEstimate Mutation.createEvaluationRule Mutation.updateEvaluationRule Mutation.deleteEvaluationRule
      Mutation.createAlert Mutation.updateAlert Mutation.silenceAlert Mutation.deleteAlert
      Mutation.testChannel Mutation.resendDelivery
      Mutation.backfillEvaluationRule Mutation.retryEvaluationRule
      Mutation.createReviewQueue Mutation.updateReviewQueue Mutation.deleteReviewQueue
      Mutation.reopenReviewItem Mutation.completeReviewItem Mutation.addReviewToDataset Mutation.addReviewToEvaluator
      Mutation.updateScoreSchema Mutation.updateStep Mutation.updateThread`,
  },
  {
    least: "admin",
    scopes: ["connections"],
    operations: `Mutation.createChannel Mutation.updateChannel Mutation.deleteChannel
      Mutation.createModelConnection Mutation.updateModelConnection Mutation.deleteModelConnection
      Mutation.checkModelConnection`,
  },
  {
    least: "admin",
    scopes: [],
    operations: `Query.apiKeys Query.invitations Query.members
      Mutation.createApiKey Mutation.createProject Mutation.deleteParticipantData Mutation.inviteMember Mutation.removeMember Mutation.revokeApiKey
      Mutation.revokeInvitation Mutation.updateMemberRole Mutation.updateProject`,
  },
  {
    least: "owner",
    scopes: [],
    operations: "Query.auditEvents Mutation.deleteProject Mutation.requireSecondFactor Mutation.updateProjectLimits",
  },
];
/** Operations that return a stream. They have separate tests. */
const streamed = ["Subscription.modelCalls", "Subscription.recordChanges"];

const groupOf = new Map(groups.flatMap((group) => group.operations.split(/\s+/).map((name) => [name, group] as const)));

/** Arguments that affect permissions, or have restricted values. */
const given: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "Mutation.updateThread": { name: "a name" },
  "Mutation.updateStep": { name: "a name" },
  "Mutation.inviteMember": { email: "new@example.com", role: "viewer" },
  "Mutation.updateMemberRole": { role: "viewer" },
};

test("T36: every operation has a row, and every row an operation", () => {
  const known = operations.map(({ coordinate }) => coordinate);
  expect([...groupOf.keys(), ...streamed].toSorted()).toEqual(known.toSorted());
});

/** Whether the operation itself was rejected; `nested-rights.sampled.test.ts` checks nested fields. */
function isRefused(text: string): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { path?: unknown[]; extensions: { code: string } }[] };
  return errors.some(({ path = [], extensions }) => extensions.code === "FORBIDDEN" && path.length <= 1);
}

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  beforeAll(async () => {
    world = await openTwoProjects(open);
  }, 120_000);
  afterAll(() => world.server.close());

  const rows = operations.filter(({ coordinate }) => !streamed.includes(coordinate));

  test.each(rows.map((operation) => [operation.coordinate, operation] as const))(
    "T09, T10, T37: %s is allowed exactly for the permitted callers",
    async (coordinate, operation) => {
      const allowed: string[] = [];
      const expected: string[] = [];
      for (const actor of world.actors) {
        if (mayUse(actor, coordinate)) expected.push(actor.name);
        const { status, text } = await use(actor, operation);
        expect(status).toBeLessThan(500);
        if (!isRefused(text)) allowed.push(actor.name);
      }
      expect(allowed).toEqual(expected);
    },
  );

  test.each(["updateThread", "updateStep"])("an annotator may %s with tags only", async (name) => {
    const annotator = world.actors.find((actor) => actor.name === "the annotator") as Actor;
    const tagged = await world.ask(annotator, `mutation { ${name}(id: "none", tags: ["t"]) { id } }`);
    expect(tagged.text).toContain("NOT_FOUND");
    const renamed = await world.ask(annotator, `mutation { ${name}(id: "none", tags: ["t"], name: "n") { id } }`);
    expect(renamed.text).toContain("FORBIDDEN");
  });

  function mayUse({ name }: Actor, coordinate: string): boolean {
    const group = groupOf.get(coordinate);
    if (name.startsWith("a key to ")) {
      return name
        .slice("a key to ".length)
        .split(", ")
        .some((scope) => group?.scopes.includes(scope));
    }
    if (name === "who has a link to a thread") return group?.link ?? false;
    const least = group?.least ?? null;
    return least !== null && roles.indexOf(name.slice("the ".length) as "owner") >= roles.indexOf(least);
  }

  /** Uses an operation with unknown ids, so that tests do not affect each other. */
  function use(actor: Actor, operation: Operation): ReturnType<TwoProjects["ask"]> {
    const variables = {
      ...argumentsWith(operation, (coordinate) => (coordinate === "RecordFilterInput.field" ? "name" : undefined)),
      ...given[operation.coordinate],
    };
    return world.ask(actor, documentOf(operation, Object.keys(variables), 1), variables);
  }
});
