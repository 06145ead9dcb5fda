import type { Store } from "../../src/store/store.ts";
import { describeAccounts } from "../../src/store/conformance/accounts.ts";
import { describeDatasets } from "../../src/store/conformance/datasets.ts";
import { describeGenerations } from "../../src/store/conformance/generations.ts";
import { describeLists } from "../../src/store/conformance/lists.ts";
import { describeOutlines } from "../../src/store/conformance/outlines.ts";
import { describeProjects } from "../../src/store/conformance/projects.ts";
import { describeScoreSchemas } from "../../src/store/conformance/score-schemas.ts";
import { describeScores } from "../../src/store/conformance/scores.ts";
import { describeSteps } from "../../src/store/conformance/steps.ts";
import { describeThreads } from "../../src/store/conformance/threads.ts";
import { describeUsers } from "../../src/store/conformance/users.ts";
import { describeViews } from "../../src/store/conformance/views.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the PostgreSQL store", (tests) => {
  // Its parts join one by one; each suite uses those that it describes.
  const openStore = async (): Promise<Store> => (await tests().openStore()) as unknown as Store;
  describeProjects(openStore);
  describeUsers(openStore);
  describeThreads(openStore);
  describeSteps(openStore);
  describeGenerations(openStore);
  describeScores(openStore);
  describeLists(openStore);
  describeOutlines(openStore);
  describeAccounts(openStore);
  describeDatasets(openStore);
  describeScoreSchemas(openStore);
  describeViews(openStore);
});
