import { assert as hold, date, property, record } from "fast-check";
import { expect, test } from "vitest";
import { draftOf, rangeOf } from "./time-range.ts";

const wholeDays = { fromTime: "00:00", toTime: "23:59" };

test("selected days without times are whole days", () => {
  const { from, to } = rangeOf({ from: new Date(2026, 10, 9), to: new Date(2026, 10, 23), ...wholeDays });
  expect(from).toBe(new Date(2026, 10, 9).toISOString());
  expect(to).toBe(new Date(2026, 10, 23, 23, 59, 59, 999).toISOString());
});

test("emptied time fields are whole days, too", () => {
  const days = { from: new Date(2026, 10, 9), to: new Date(2026, 10, 9) };
  expect(rangeOf({ ...days, fromTime: "", toTime: "" })).toEqual(rangeOf({ ...days, ...wholeDays }));
});

test("times in reverse on one day are put in order", () => {
  const day = new Date(2026, 10, 9);
  const { from, to } = rangeOf({ from: day, to: day, fromTime: "18:00", toTime: "09:00" });
  expect([from, to]).toEqual([9, 18].map((hour) => new Date(2026, 10, 9, hour).toISOString()));
});

test("an absent end stays open", () => {
  expect(rangeOf(draftOf({ from: "2026-11-09T10:30:00.000Z" })).to).toBeUndefined();
  expect(rangeOf(draftOf({}))).toEqual({ from: undefined, to: undefined });
});

test("a range of whole minutes is unchanged after editing without a change", () => {
  const minute = date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }).map(
    (time) => new Date(Math.floor(time.getTime() / 60_000) * 60_000),
  );
  // Excludes the end of a day, which has its own rule, and hours that occur twice when the clock is set back.
  const isPlain = (time: Date): boolean =>
    !(time.getHours() === 23 && time.getMinutes() === 59) &&
    new Date(time.getFullYear(), time.getMonth(), time.getDate(), time.getHours(), time.getMinutes()).getTime() ===
      time.getTime();
  hold(
    property(record({ from: minute.filter(isPlain), to: minute.filter(isPlain) }), ({ from, to }) => {
      const [first, last] = from < to ? [from, to] : [to, from];
      const range = { from: first.toISOString(), to: last.toISOString() };
      expect(rangeOf(draftOf(range))).toEqual(range);
    }),
  );
});

test("text that is not a time is left out", () => {
  expect(rangeOf(draftOf({ from: "yesterday", to: "" }))).toEqual({ from: undefined, to: undefined });
});
