import type { Store } from "../../src/store/store.ts";
import { describeAccounts } from "../../src/store/conformance/accounts.ts";
import { describeDatasets } from "../../src/store/conformance/datasets.ts";
import { describeProjects } from "../../src/store/conformance/projects.ts";
import { describeScoreSchemas } from "../../src/store/conformance/score-schemas.ts";
import { describeViews } from "../../src/store/conformance/views.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the PostgreSQL store", (tests) => {
  // Its parts join one by one; each suite uses those that it describes.
  const openStore = async (): Promise<Store> => (await tests().openStore()) as unknown as Store;
  describeProjects(openStore);
  describeAccounts(openStore);
  describeDatasets(openStore);
  describeScoreSchemas(openStore);
  describeViews(openStore);
});
