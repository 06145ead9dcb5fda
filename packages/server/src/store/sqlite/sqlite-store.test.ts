import { describe } from "vitest";
import { describeStore } from "../conformance/describe-store.ts";
import { describeRetention } from "../conformance/retention.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describe("the embedded store in memory", () => {
  describeStore(() => openSqliteStore({ path: ":memory:" }));
  describeRetention((options) => openSqliteStore({ path: ":memory:", ...options }));
});
