import { expect, test } from "vitest";
import type { RecordChange } from "./change-feed.ts";
import { decodeNotice, encodeChanges, encodeWatch } from "./replica-notice.ts";

function changeOf(id: string): RecordChange {
  return { kind: "STEP", id, threadId: `thread of ${id}`, rootRunId: null, stepId: id, change: "WRITTEN" };
}

test("changes are decoded from PostgreSQL payloads unchanged", () => {
  const changes = Array.from({ length: 100 }, (_, index) => changeOf(`${index} "日本語" ${"x".repeat(40)}`));
  const payloads = encodeChanges("replica", "project", { changes, overflow: false });
  expect(payloads.length).toBeGreaterThan(1);
  expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true);
  const received = payloads
    .map(decodeNotice)
    .flatMap((notice) => (notice?.kind === "changes" ? notice.changes.changes : []));
  expect(received).toEqual(changes);
});

test("too many changes for a few payloads are an overflow", () => {
  const changes = Array.from({ length: 200 }, (_, index) => changeOf(`${index}${"界".repeat(200)}`));
  const payloads = encodeChanges("replica", "project", { changes, overflow: false });
  expect(payloads.map(decodeNotice)).toEqual([
    { kind: "changes", from: "replica", projectId: "project", changes: { changes: [], overflow: true } },
  ]);
});

test("an empty list of changes needs no payload, and the notice of a watcher is not a change", () => {
  expect(encodeChanges("replica", "project", { changes: [], overflow: false })).toEqual([]);
  expect(decodeNotice(encodeWatch("replica", "project"))).toEqual({
    kind: "watch",
    from: "replica",
    projectId: "project",
  });
});

test("invalid notices are ignored", () => {
  expect(["", "null", "[]", "{}", '{"from":1,"projectId":"p"}'].map(decodeNotice)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
