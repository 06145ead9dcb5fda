import { expect, test } from "vitest";
import { fieldPermissions } from "../accounts/field-permissions.ts";
import { storingFields, unboundFields } from "./storing-fields.ts";

test("every mutation either counts against the quota of its project, or is known not to", () => {
  const mutations = Object.keys(fieldPermissions).filter((name) => name.startsWith("Mutation."));
  expect([...Object.keys(storingFields), ...unboundFields].toSorted()).toEqual(mutations.toSorted());
});
