import { expect, test } from "vitest";
import { apiKeyRecord } from "../access/api-key.ts";
import { useIntervalMs } from "../store/projects.ts";
import { KeyUses } from "./key-uses.ts";

const key = apiKeyRecord({ id: "k", projectId: "p", name: "ci", secret: "a secret", createdAt: 0 });

test("a use is written once an hour, and again a minute after a failure", async () => {
  let now = 10;
  let isDown = false;
  const written: number[] = [];
  const errors: unknown[] = [];
  const uses = new KeyUses({
    projects: {
      async recordKeyUse(_projectId, _id, usedAt) {
        if (isDown) throw new Error("The database is unavailable");
        written.push(usedAt);
      },
    },
    now: () => now,
    onError: (error) => errors.push(error),
  });
  const noteTwice = async (lastUsedAt: number | null): Promise<void> => {
    uses.note({ ...key, lastUsedAt });
    uses.note({ ...key, lastUsedAt });
    await new Promise(setImmediate);
  };
  await noteTwice(null);
  now += useIntervalMs - 1;
  await noteTwice(10);
  expect(written).toEqual([10]);

  isDown = true;
  now += 1;
  await noteTwice(10);
  isDown = false;
  now += 59_999;
  await noteTwice(10);
  expect({ written: written.length, errors: errors.length }).toEqual({ written: 1, errors: 1 });
  now += 1;
  await noteTwice(10);
  expect(written).toEqual([10, now]);

  // The stored time of the last use is in the future, because a clock was ahead.
  const ahead = now + 9 * useIntervalMs;
  now += 60_000;
  await noteTwice(ahead);
  expect(written.at(-1)).toBe(now);

  await uses.close();
  await noteTwice(null);
  expect(written).toHaveLength(3);
});
