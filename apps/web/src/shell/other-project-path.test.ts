import { expect, test } from "vitest";
import { otherProjectPath } from "./other-project-path.ts";

test.each([
  ["", "logs/threads"],
  ["logs/steps", "logs/steps"],
  ["logs/threads/a-thread", "logs/threads"],
  ["logs/compare", "logs/threads"],
  ["settings/members", "settings/members"],
  ["datasets/a-dataset", "datasets"],
  ["dashboard/list", "dashboard"],
])("in another project, %j becomes %j", (path, expected) => {
  expect(otherProjectPath(`/base/projects/shop/${path}`)).toBe(expected);
});
