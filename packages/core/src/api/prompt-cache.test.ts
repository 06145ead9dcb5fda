import { expect, test } from "vitest";
import { Prompt } from "../prompt.ts";
import { Threadline } from "../threadline.ts";
import { PromptCache } from "./prompt-cache.ts";

const client = new Threadline({ disabled: true });
const prompt = (id: string) => new Prompt(client, { id, name: id, version: 0, templateMessages: [] });

test("the cache evicts the least recently used prompt", () => {
  const cache = new PromptCache(2);
  cache.set("a", prompt("a"));
  cache.set("b", prompt("b"));
  cache.get("a");
  cache.set("c", prompt("c"));
  expect([cache.get("a")?.id, cache.get("b"), cache.get("c")?.id]).toEqual(["a", undefined, "c"]);
});

test("the cache removes a deleted prompt", () => {
  const cache = new PromptCache();
  cache.set("a", prompt("a"));
  cache.set("a", null);
  expect(cache.get("a")).toBeUndefined();
});
