import { describe } from "vitest";
import { describeStore } from "../conformance/describe-store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describe("the whole embedded store with packed payloads", () => {
  describeStore(() => openSqliteStore({ path: ":memory:", packingAge: 0 }));
});
