import { expect, test } from "vitest";
import { sinceCreation } from "./since-creation.ts";

test("a change is not shown before the creation of the alert", () => {
  const alert = { createdAt: "2026-11-30T17:43:51.200Z" };
  expect(sinceCreation("2026-11-30T17:43:00.000Z", alert)).toBe(alert.createdAt);
  expect(sinceCreation("2026-11-30T17:44:00.000Z", alert)).toBe("2026-11-30T17:44:00.000Z");
  expect(sinceCreation(null, alert)).toBeNull();
});
