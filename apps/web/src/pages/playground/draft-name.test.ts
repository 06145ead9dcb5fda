import { expect, test } from "vitest";
import { draftName } from "./draft-name.ts";

test("the names of a project's drafts do not start as those of another project", () => {
  const start = draftName("account", "shop", "");
  expect(draftName("account", "shop", "new").startsWith(start)).toBe(true);
  for (const other of ["shop.eu", "shop/new", "shop new"]) {
    expect(draftName("account", other, "new").startsWith(start)).toBe(false);
  }
});
