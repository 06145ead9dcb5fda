import { expect, test } from "vitest";
import { diffRows, foldRows, unifiedRows } from "./diff-rows.ts";

const shape = (rows: ReturnType<typeof diffRows>) =>
  rows.map(
    ({ kind, before, after }) =>
      `${kind} ${before?.number ?? "-"}:${before?.text ?? ""} ${after?.number ?? "-"}:${after?.text ?? ""}`,
  );

test("a changed line is next to its old version, and lines keep their numbers", () => {
  const rows = diffRows("a\nb\nc\nd\n", "a\nB\nc\nnew\nd\n");
  expect(shape(rows)).toEqual(["same 1:a 1:a", "changed 2:b 2:B", "same 3:c 3:c", "added -: 4:new", "same 4:d 5:d"]);
});

test("in one column the old lines of a change come before the new ones", () => {
  expect(shape(unifiedRows(diffRows("x\ny\nz", "1\n2\nz")))).toEqual([
    "removed 1:x -:",
    "removed 2:y -:",
    "added -: 1:1",
    "added -: 2:2",
    "same 3:z 3:z",
  ]);
});

test("surplus removed lines have no counterpart, and equal texts no change", () => {
  expect(shape(diffRows("x\ny\n", "1\n"))).toEqual(["changed 1:x 1:1", "removed 2:y -:"]);
  expect(diffRows("a\nb", "a\nb").every(({ kind }) => kind === "same")).toBe(true);
  expect(diffRows("", "")).toEqual([]);
});

test("unchanged lines away from changes are folded, and shown when their fold is opened", () => {
  const lines = Array.from({ length: 30 }, (_, line) => `${line}`);
  const changed = lines.with(15, "changed");
  const rows = diffRows(lines.join("\n"), changed.join("\n"));
  const shown = (opened: readonly number[]) =>
    foldRows(rows, new Set(opened)).map((row) => (row.kind === "fold" ? `${row.from}+${row.count}` : row.after?.text));
  expect(shown([])).toEqual(["0+12", "12", "13", "14", "changed", "16", "17", "18", "19+11"]);
  expect(shown([0, 19])).toEqual(changed);
});
