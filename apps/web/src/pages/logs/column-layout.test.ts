import { expect, test } from "vitest";
import { insertColumn, moveColumn, readLayout, readWidths, writeLayout } from "./column-layout.ts";

test("a layout keeps the order and widths of its columns", () => {
  const entries = ["name:300", "cost", "input:220"];
  const layout = readLayout("threads", entries);
  expect(layout).toEqual({ columns: ["name", "cost", "input"], widths: { name: 300, input: 220 } });
  expect(layout && writeLayout(layout)).toEqual(entries);
});

test("unknown columns and impossible widths are skipped, and the first column stays first", () => {
  expect(readLayout("scores", ["cost", 7, "value:1", "value:x", "label:1e9", "name:-5"])).toEqual({
    columns: ["name", "value", "label"],
    widths: {},
  });
  expect([readLayout("threads", "name"), readWidths("threads", { cost: "9", input: 200, value: 200 })]).toEqual([
    null,
    { input: 200 },
  ]);
});

test("a column is added at its usual place, and moved to that of another one", () => {
  const columns = ["name", "createdAt", "cost"] as const;
  expect(insertColumn("threads", columns, "input")).toEqual(["name", "createdAt", "input", "cost"]);
  expect(insertColumn("threads", ["name", "cost", "createdAt"], "id")).toEqual(["name", "cost", "createdAt", "id"]);
  expect(moveColumn(columns, "cost", "createdAt")).toEqual(["name", "cost", "createdAt"]);
  expect(moveColumn(columns, "createdAt", "cost")).toEqual(["name", "cost", "createdAt"]);
  expect([moveColumn(columns, "name", "cost"), moveColumn(columns, "cost", "name")]).toEqual([columns, columns]);
});
