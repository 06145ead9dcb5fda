import { expect, test } from "vitest";
import { asvsLevels } from "./asvs-levels.ts";
import { brokenLinks, readRows } from "./linked-tests.ts";

const rows = (await readRows("asvs.md", /^\d/)).map(([id = "", level = "", topic = "", state = "", held = ""]) => ({
  id,
  level,
  topic,
  state,
  held,
}));
const required = Object.entries(asvsLevels)
  .flatMap(([section, levels]) => Array.from(levels, (level, index) => ({ id: `${section}.${index + 1}`, level })))
  .filter(({ level }) => level !== "3");

test("each requirement of level 1 and 2 has one row, in order, with its level", () => {
  expect(required).toHaveLength(70 + 183);
  expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(required);
});

test("each row has a state, and a test or a reason", () => {
  const states = ["met", "in part", "not met", "operator", "does not apply"];
  const lacking = rows.filter(({ topic, state, held }) => topic === "" || held === "" || !states.includes(state));
  expect(lacking).toEqual([]);
});

test("a met requirement links a test, a document or the construction", () => {
  const bare = rows.filter(({ state, held }) => state === "met" && !/\]\(|By construction/.test(held));
  expect(bare.map(({ id, held }) => `${id}: ${held}`)).toEqual([]);
});

test("the linked tests and documents exist", async () => {
  const broken = await Promise.all(
    rows.map(async ({ id, held }) => (await brokenLinks(held)).map((link) => `${id}: ${link}`)),
  );
  expect(broken.flat()).toEqual([]);
});
