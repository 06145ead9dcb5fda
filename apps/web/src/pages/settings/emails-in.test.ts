import { expect, test } from "vitest";
import { emailsIn } from "./emails-in.ts";

test("emails are separated by commas or semicolons, and each is returned once", () => {
  expect(emailsIn("ada@example.com, bob@example.com;carol@example.com,\tADA@example.com,")).toEqual([
    "ADA@example.com",
    "bob@example.com",
    "carol@example.com",
  ]);
  expect(emailsIn(" , ")).toEqual([]);
  expect(emailsIn("ada lovelace@example.com")).toEqual(["ada lovelace@example.com"]);
});
