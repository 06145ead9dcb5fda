import { describeOrders } from "../../src/store/conformance/orders.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the PostgreSQL store", (tests) => {
  describeOrders(() => tests().openStore());
});
