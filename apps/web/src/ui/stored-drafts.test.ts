import { beforeEach, expect, test, vi } from "vitest";
import { removeDraft, storedDraft, storeDraft } from "./stored-drafts.ts";

let space: number;

beforeEach(() => {
  space = 5_000_000;
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      const others = [...kept].reduce((sum, [other, { length }]) => (other === key ? sum : sum + length), 0);
      if (others + text.length > space) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
    removeItem: (key: string) => kept.delete(key),
  });
});

test("a draft is stored until it is removed", () => {
  expect(storeDraft("one", { text: "x" })).toBe(true);
  expect(storedDraft("one")).toEqual({ text: "x" });
  removeDraft("one");
  expect(storedDraft("one")).toBeNull();
});

test("a draft that is too long leaves no earlier content of itself", () => {
  storeDraft("one", "earlier");
  expect(storeDraft("one", "x".repeat(2_100_000))).toBe(false);
  expect(storedDraft("one")).toBeNull();
});

test("without space, a draft leaves no earlier content of itself, and the others are kept", () => {
  storeDraft("one", "earlier");
  storeDraft("two", "other");
  space = 20;
  expect(storeDraft("one", "x".repeat(20))).toBe(false);
  expect([storedDraft("one"), storedDraft("two")]).toEqual([null, "other"]);
});

test("an unreadable draft is ignored", () => {
  sessionStorage.setItem("threadline.draft.one", "{");
  expect(storedDraft("one")).toBeNull();
});
