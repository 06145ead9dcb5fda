import { expect, onTestFinished, test, vi } from "vitest";
import { createSignInLimits } from "./sign-in-limits.ts";

async function takeMany(count: number, take: (index: number) => Promise<number | null>): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) if ((await take(index)) === null) allowed += 1;
  return allowed;
}

test("an account has ten tries in fifteen minutes from everywhere, and others keep theirs", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(20, (index) => limits.take("ada", `address ${index}`))).toBe(10);
  expect(await limits.take("ada", "another")).toBeGreaterThan(800);
  expect(await limits.take("grace", "another")).toBeNull();
});

test("an address has a hundred tries for all accounts together", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(120, (index) => limits.take(`account ${index}`, "one"))).toBe(100);
});

test("a try of nobody's password counts for the address alone", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(120, () => limits.take(null, "one"))).toBe(100);
  expect(await limits.take(null, "another")).toBeNull();
});

test("a right password gives the account its tries back", async () => {
  const limits = createSignInLimits();
  await takeMany(10, () => limits.take("ada", "one"));
  await limits.forget("ada");
  expect(await limits.take("ada", "one")).toBeNull();
});

test("the tries come back with time", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limits = createSignInLimits();
  await takeMany(10, () => limits.take("ada", "one"));
  expect(await limits.take("ada", "one")).not.toBeNull();
  await vi.advanceTimersByTimeAsync(15 * 60_000 + 1);
  expect(await limits.take("ada", "one")).toBeNull();
});
