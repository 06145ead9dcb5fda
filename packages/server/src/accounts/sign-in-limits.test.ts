import { expect, onTestFinished, test, vi } from "vitest";
import { createSignInLimits } from "./sign-in-limits.ts";
import type { SignInAttempt } from "./sign-in-limits.ts";

async function takeMany(count: number, take: (index: number) => Promise<number | null>): Promise<number> {
  let allowed = 0;
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let index = 0; index < count; index += 1) if ((await take(index)) === null) allowed += 1;
  return allowed;
}

const attempt = (
  email: string,
  network = "one",
  known: string | null = null,
): SignInAttempt & { readonly email: string } => ({
  email,
  network,
  known,
});

test("an account has ten attempts in fifteen minutes per network", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(20, () => limits.take(attempt("ada")))).toBe(10);
  expect(await limits.take(attempt("ada"))).toBeGreaterThan(800);
  expect(await limits.take(attempt("ada", "another"))).toBeNull();
  expect(await limits.take(attempt("grace"))).toBeNull();
});

test("an account has fifty attempts from unknown devices over all networks", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(200, (index) => limits.take(attempt("ada", `network ${index}`)))).toBe(50);
  expect(await limits.take(attempt("grace", "network 1"))).toBeNull();
});

test("a known device has separate attempts", async () => {
  const limits = createSignInLimits();
  await takeMany(200, (index) => limits.take(attempt("ada", `network ${index % 50}`)));
  await takeMany(200, (index) => limits.take(attempt(`other ${index}`)));
  expect(await limits.take(attempt("ada"))).not.toBeNull();
  expect(await takeMany(20, () => limits.take(attempt("ada", "one", "laptop")))).toBe(10);
  expect(await limits.take(attempt("ada", "one", "phone"))).toBeNull();
});

test("a network has a hundred attempts for all accounts together", async () => {
  const limits = createSignInLimits();
  expect(await takeMany(120, (index) => limits.take(attempt(`account ${index}`)))).toBe(100);
});

test("an attempt without an account counts for the network only", async () => {
  const limits = createSignInLimits();
  const nobody = (network: string): SignInAttempt => ({ email: null, network, known: null });
  expect(await takeMany(120, () => limits.take(nobody("one")))).toBe(100);
  expect(await limits.take(nobody("another"))).toBeNull();
});

test("a reset by email clears the attempts on the account from all networks, and no others", async () => {
  const limits = createSignInLimits();
  await takeMany(60, (index) => limits.take(attempt("ada", `network ${index}`)));
  await takeMany(10, () => limits.take(attempt("ada", "one", "laptop")));
  await takeMany(10, () => limits.take(attempt("ada")));
  await takeMany(10, () => limits.take(attempt("grace")));
  await limits.clear(attempt("ada", "one", "laptop"));
  expect(await takeMany(20, () => limits.take(attempt("ada")))).toBe(10);
  expect(await takeMany(20, () => limits.take(attempt("ada", "one", "laptop")))).toBe(10);
  expect(await limits.take(attempt("grace"))).not.toBeNull();
});

test("a correct password resets only the attempts of its network or device", async () => {
  const limits = createSignInLimits();
  await takeMany(9, () => limits.take(attempt("ada")));
  await takeMany(40, (index) => limits.take(attempt("ada", `network ${index}`)));
  expect(await limits.take(attempt("ada"))).toBeNull();
  await limits.forget(attempt("ada"));
  expect(await takeMany(9, () => limits.take(attempt("ada")))).toBe(1);
});

test("attempts are restored over time", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limits = createSignInLimits();
  await takeMany(10, () => limits.take(attempt("ada")));
  expect(await limits.take(attempt("ada"))).not.toBeNull();
  await vi.advanceTimersByTimeAsync(15 * 60_000 + 1);
  expect(await limits.take(attempt("ada"))).toBeNull();
});

test("correct passwords do not count for their network", async () => {
  const limits = createSignInLimits();
  for (let index = 0; index < 200; index += 1) {
    const right = attempt(`account ${index}`);
    // oxlint-disable no-await-in-loop -- one after the other
    expect(await limits.take(right)).toBeNull();
    await limits.forget(right);
    // oxlint-enable no-await-in-loop
  }
  expect(await takeMany(120, (index) => limits.take(attempt(`other ${index}`)))).toBe(100);
});
