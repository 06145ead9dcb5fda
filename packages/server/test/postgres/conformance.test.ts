import type { Store } from "../../src/store/store.ts";
import { describeProjects } from "../../src/store/conformance/projects.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the PostgreSQL store", (tests) => {
  // Its parts join one by one; each suite uses those that it describes.
  const openStore = async (): Promise<Store> => (await tests().openStore()) as unknown as Store;
  describeProjects(openStore);
});
