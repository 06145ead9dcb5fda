import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createPasswordHasher, loadPortableArgon2 } from "./password-hasher.ts";

test("a hash is argon2id with OWASP's parameters and a random salt, and verifies only its password", async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hasher.hash("correct horse")).not.toBe(hash);
  expect(await hasher.verify(hash, "correct horse")).toBe(true);
  expect(await hasher.verify(hash, "Correct horse")).toBe(false);
  expect(await hasher.verify(hash.replace("m=19456", "m=19464"), "correct horse")).toBe(false);
});

test("equivalent Unicode forms are the same password", async () => {
  const hasher = createPasswordHasher();
  expect(await hasher.verify(await hasher.hash("pássword é"), "pássword é".normalize("NFD"))).toBe(true);
});

test.each(["", "plain text", "$2b$10$abc", "$argon2i$v=19$m=19456,t=2,p=1$aaaa$bbbb"])(
  "an unknown hash format verifies nothing: %j",
  async (hash) => {
    expect(await createPasswordHasher().verify(hash, "")).toBe(false);
  },
);

test("the portable argon2 creates the same hash", async () => {
  const hash = await createPasswordHasher().hash("correct horse é");
  const [, , , , salt = "", expected = ""] = hash.split("$");
  const portable = await loadPortableArgon2();
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const derived = await portable("correct horse é", Buffer.from(salt, "base64"), cost, 32);
  expect(derived.toString("base64").replaceAll("=", "")).toBe(expected);
  const other = await portable("correct horse é", randomBytes(16), cost, 32);
  expect(other.equals(derived)).toBe(false);
});

test("concurrent hashes beyond the queue are rejected, and the others are computed", async () => {
  const hasher = createPasswordHasher();
  const settled = await Promise.allSettled(Array.from({ length: 30 }, () => hasher.hash("correct horse")));
  const refused = settled.filter((each) => each.status === "rejected");
  expect(settled.length - refused.length).toBe(18);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  expect(await hasher.hash("afterwards")).toContain("$argon2id$");
});

test("a hash that was just created is verified once even if the queue is full", async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash("correct horse");
  const crowd = Promise.allSettled(Array.from({ length: 30 }, () => hasher.hash("another")));
  expect(await hasher.verify(hash, "correct horse")).toBe(true);
  await crowd;
  const others = Promise.allSettled(Array.from({ length: 30 }, () => hasher.hash("another")));
  await expect(hasher.verify(hash, "correct horse")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await others;
});
