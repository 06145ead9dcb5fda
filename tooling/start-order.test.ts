import { expect, test } from "vitest";
import { startOrder } from "./start-order.ts";

const files = (isKnown: boolean) =>
  [
    ["quick", "packages/vitest/test/reporter.test.ts"],
    ["quick-libraries", "packages/core/test/wrap.test.ts"],
    ["quick-libraries", "packages/core/test/process-end.long.test.ts"],
    ["quick-pages", "apps/web/test/browser-client.test.ts"],
    ["quick-pages", "apps/web/test/review-queues.test.ts"],
    ["quick-units", "packages/server/src/store/sqlite/sqlite-store.test.ts"],
  ].map(([project = "", path = ""]) => ({ project, path: `/clone/${path}`, isKnown }));

const names = (isKnown: boolean): (string | undefined)[] =>
  startOrder(files(isKnown)).map(({ path }) => path.split("/").at(-1));

test("a slow file of pages starts first, then stores, the other pages, and the rest with slow files before others", () => {
  expect(names(false)).toEqual([
    "review-queues.test.ts",
    "sqlite-store.test.ts",
    "browser-client.test.ts",
    "reporter.test.ts",
    "process-end.long.test.ts",
    "wrap.test.ts",
  ]);
});

test("the order by known durations is kept", () => {
  expect(names(true)).toEqual([
    "browser-client.test.ts",
    "sqlite-store.test.ts",
    "review-queues.test.ts",
    "reporter.test.ts",
    "wrap.test.ts",
    "process-end.long.test.ts",
  ]);
});

test("the files of a project follow each other, so that they can share processes", () => {
  const projects = startOrder(files(false))
    .map(({ project }) => project)
    .filter((project, index, all) => project !== all[index - 1]);
  expect(projects.filter((project) => project !== "quick-pages")).toEqual(["quick-units", "quick", "quick-libraries"]);
});
