import { expect, test } from "vitest";
import type { LogPage, LogRecord } from "../log-record.ts";
import { mergeNewer } from "./merge-newer.ts";

const record = (id: string, name = id): LogRecord => ({
  id,
  name,
  createdAt: "",
  tags: null,
  threadId: id,
  rootId: null,
  stepId: null,
});
const page = (ids: string, nextCursor: string | null): LogPage => ({
  nextCursor,
  records: ids.split("").map((id) => record(id)),
});
const idsOf = (pages: readonly LogPage[]): string[] => pages.map(({ records }) => records.map(({ id }) => id).join(""));

test("new records are added at the top, and the pages below are kept", () => {
  const merged = mergeNewer([page("dc", "c"), page("ba", null)], page("fedc", "c"));
  expect(idsOf(merged.pages)).toEqual(["fedc", "ba"]);
  expect(merged).toMatchObject({ newCount: 2 });
  expect(merged.pages[0]).toMatchObject({ nextCursor: "c" });
});

test("known records are replaced by their current state", () => {
  const fresh = { ...page("cb", "b"), records: [record("c"), record("b", "finished")] };
  const { pages, newCount } = mergeNewer([page("c", "c"), page("ba", null)], fresh);
  expect(newCount).toBe(0);
  expect(pages[1]?.records[0]?.name).toBe("finished");
});

test("a new first page that does not overlap the old pages replaces them", () => {
  const merged = mergeNewer([page("ba", null)], page("zy", "y"));
  expect(idsOf(merged.pages)).toEqual(["zy"]);
  expect(merged.pages[0]?.nextCursor).toBe("y");
});

test("the first records of an empty list become its page", () => {
  expect(idsOf(mergeNewer([page("", null)], page("a", null)).pages)).toEqual(["a"]);
});
