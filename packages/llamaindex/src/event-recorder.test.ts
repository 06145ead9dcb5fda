import { expect, test } from "vitest";
import { startTestService } from "../../../tooling/test-service.ts";
import { EventRecorder } from "./event-recorder.ts";

test("a query that never ended is discarded with its caller, so later calls are not its children", async () => {
  const { client, steps } = startTestService();
  const recorder = new EventRecorder(client, false, 2);
  const callerOf = (id: string) => ({ id, caller: null, parent: null });
  for (const id of ["a", "b", "c"]) {
    recorder.record("query-start", { detail: { id, query: "How warm is it?" }, reason: callerOf(id) });
  }
  for (const id of ["a", "c"]) {
    const reason = callerOf(id);
    recorder.record("retrieve-start", { detail: { id: `${id} retrieval`, query: "How warm is it?" }, reason });
    recorder.record("retrieve-end", { detail: { id: `${id} retrieval`, nodes: [] }, reason });
  }
  recorder.record("query-end", { detail: { id: "c", response: "12 degrees" }, reason: callerOf("c") });
  const stored = await steps();
  const query = stored.find(({ type, endTime }) => type === "run" && endTime);
  const parents = stored.filter(({ type }) => type === "retrieval").map(({ parentId }) => parentId ?? null);
  expect(query).toBeDefined();
  // The two steps may start in the same millisecond, so their order is not checked.
  expect(new Set(parents)).toEqual(new Set([null, query?.id]));
});
