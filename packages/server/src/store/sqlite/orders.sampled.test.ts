import { describe } from "vitest";
import { describeOrders } from "../conformance/orders.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describe("the embedded store", () => {
  describeOrders(() => openSqliteStore({ path: ":memory:" }));
});
