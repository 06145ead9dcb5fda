import { describeStore } from "../../src/store/conformance/describe-store.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the PostgreSQL store with a writing thread", (tests) => {
  describeStore(() => tests().openThreaded({ indexing: { minSteps: 1, restTime: 5 } }));
});
