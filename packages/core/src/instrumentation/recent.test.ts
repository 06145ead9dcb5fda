import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

test("the latest entries are kept, and at most twice as many", () => {
  const recent = new Recent<number>(100);
  for (let index = 0; index < 1_000; index += 1) {
    recent.set(`key ${index}`, index);
    const kept = Array.from({ length: index + 1 }, (_, key) => key).filter((key) => recent.get(`key ${key}`) === key);
    expect(kept.length).toBeGreaterThanOrEqual(Math.min(index + 1, 100));
    expect(kept.length).toBeLessThanOrEqual(200);
    expect(kept.at(-1)).toBe(index);
    expect(kept).toStrictEqual(Array.from({ length: kept.length }, (_, key) => index + 1 - kept.length + key));
  }
});

test("an entry that is set again has its latest value", () => {
  const recent = new Recent<string>(2);
  for (const key of ["a", "b", "a", "c"]) recent.set(key, `${key}1`);
  recent.set("a", "a2");
  expect(recent.get("a")).toBe("a2");
});
