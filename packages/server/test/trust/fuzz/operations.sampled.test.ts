import { assert, asyncProperty, constantFrom } from "fast-check";
import { expect, test } from "vitest";
import { documentOf, operations } from "../schema-arguments.ts";
import { describeSampledStores } from "../trust-stores.ts";
import { arbitraryVariables } from "./arbitrary-arguments.ts";
import { fuzzParameters } from "./fuzz-parameters.ts";
import { openFuzzTarget } from "./fuzz-target.ts";

/** Families of operations, by patterns of their names. Every operation belongs to one family. */
const families: Readonly<Record<string, RegExp>> = {
  "threads, steps and generations":
    /\.(\w*(Thread|Step|Generation)s?|threads|steps|generations?|step|stepOutline|threadDetail)$/,
  "scores and their schemas": /\.\w*([sS]core(s|Schemas?)?|FeedbackToken)$/,
  "users and files": /\.\w*([pP]articipant(s|Data)?|[aA]ttachment)$/,
  comments: /\.(\w*[cC]omments?|mentionableMembers)$/,
  "datasets and experiments":
    /\.(\w*[dD]ataset(s|Items?|ItemSplits|Experiments?|ExperimentItem)?|experimentEstimate|startExperiments|\w+ExperimentRun)$/,
  prompts: /\.\w*[pP]rompt(Lineages?|Version|LineageRollout|Label|Experiment)$/,
  "analyses, prices, views, dashboards and model connections":
    /\.(facets|statistics|timeSeries|metadataPaths|\w*[mM]odelPrices?|\w*[vV]iews?|\w*[dD]ashboards?|\w*[mM]odelConnections?|callModel)$/,
  evaluators:
    /\.(evaluate|calibration|judgeStates|\w*[eE]valuator(s|Version|Catalog)?|\w*[eE]valuationRule(s|Estimate)?)$/,
  "alerts and channels": /\.(\w*[aA]lert(s|Preview)?|\w*[cC]hannels?|resendDelivery)$/,
  "review queues": /\.(\w*[rR]eviewQueues?|\w+Review|\w+ReviewItem|addReviewTo(Dataset|Evaluator))$/,
  "accounts and links":
    /\.(viewer|projects|members|invitations|apiKeys|projectUsage|auditEvents|\w*(Project|ProjectLimits|Member|Invitation|MemberRole|ApiKey)|sharedThread|threadShares|(un)?shareThread|requireSecondFactor)$/,
};
/** Operations that return a stream. They have separate tests. */
const streamed = ["Subscription.modelCalls", "Subscription.recordChanges"];
/** Operation that is not fuzzed, because it would delete the project of all later inputs. */
const final = "Mutation.deleteProject";
const familyOf = (coordinate: string): string | undefined =>
  Object.entries(families).findLast(([, pattern]) => pattern.test(coordinate))?.[0];

test("every operation belongs to a family", () => {
  const alone = operations.filter(({ coordinate }) => familyOf(coordinate) === undefined);
  expect(alone.map(({ coordinate }) => coordinate)).toEqual(streamed);
});

describeSampledStores(({ open, share }) => {
  test.each(Object.keys(families))("Q1: no arguments of %s crash the service", { timeout: 600_000 }, async (family) => {
    const members = operations.filter(({ coordinate }) => familyOf(coordinate) === family && coordinate !== final);
    expect(members.length).toBeGreaterThan(4);
    const target = await openFuzzTarget(open, { noLogin: family === "accounts and links" });
    const inputs = constantFrom(...members).chain((operation) =>
      arbitraryVariables(operation).map((variables) => ({ operation, variables })),
    );
    const documents = new Map(
      members.map((operation) => [
        operation,
        documentOf(
          operation,
          operation.field.args.map(({ name }) => name),
          2,
        ),
      ]),
    );
    let answered = 0;
    let succeeded = 0;
    await assert(
      asyncProperty(inputs, async ({ operation, variables }) => {
        const answer = await target.graphql(documents.get(operation) ?? "", variables);
        answered += 1;
        if (!answer.includes('"errors"')) succeeded += 1;
      }),
      fuzzParameters(family, share),
    );
    await target.checkAlive();
    // If all inputs were rejected early, the test would prove nothing.
    expect(succeeded / answered).toBeGreaterThan(0.05);
  });
});
