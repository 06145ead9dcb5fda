import { beforeEach, expect, test, vi } from "vitest";
import { forgetPlaces, notePlace, recentPlaces } from "./recent-places.ts";

const place = (path: string, title = path) => ({ path, search: "", title });

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      kept.set(key, value);
      Object.defineProperty(storage, key, { configurable: true, enumerable: true, value });
    },
    removeItem(key: string) {
      kept.delete(key);
      Reflect.deleteProperty(storage, key);
    },
  };
  vi.stubGlobal("localStorage", storage);
});

test("the latest eight places of each project are kept, each once, with its latest title", () => {
  for (let number = 1; number <= 9; number++) notePlace("one", place(`logs/threads/${number}`));
  notePlace("one", place("logs/threads/5", "Renamed"));
  notePlace("two", place("users"));
  expect(recentPlaces("one").map(({ title }) => title.replace("logs/threads/", ""))).toEqual([
    "Renamed",
    "9",
    "8",
    "7",
    "6",
    "4",
    "3",
    "2",
  ]);
  expect(recentPlaces("two")).toEqual([place("users")]);
});

test("places are removed by a sign-out, and unreadable ones are ignored", () => {
  notePlace("one", place("users"));
  localStorage.setItem("threadline.theme", "dark");
  localStorage.setItem("threadline.recent.two", '[{"path":1}]');
  localStorage.setItem("threadline.recent.three", "{");
  expect([recentPlaces("two"), recentPlaces("three")]).toEqual([[], []]);
  forgetPlaces();
  expect(recentPlaces("one")).toEqual([]);
  expect(localStorage.getItem("threadline.theme")).toBe("dark");
});
