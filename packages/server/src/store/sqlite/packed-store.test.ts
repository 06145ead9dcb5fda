import { describe } from "vitest";
import { describePayloads } from "../conformance/payloads.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describe("the embedded store with packed payloads", () => {
  describePayloads(() => openSqliteStore({ path: ":memory:", packingAge: 0 }));
});
