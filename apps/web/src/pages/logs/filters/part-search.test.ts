import { expect, test } from "vitest";
import { partSearch } from "./part-search.ts";

test("a whole name can be searched as a part", () => {
  expect(partSearch("threads", "tool:v")).toEqual({ whole: "tool:v", part: "tool:*v*", query: "tool:*v*" });
  expect(partSearch("threads", 'status:error step:"plan a trip" refund')).toEqual({
    whole: 'step:"plan a trip"',
    part: 'step:*"plan a trip"*',
    query: 'status:error step:*"plan a trip"* refund',
  });
});

test.each(["refund", "tool:*v*", "model:a,b", "tag:a", "-name:a", "score.tone:1", "tool:", undefined])(
  "%j has no whole name that could be searched as a part",
  (query) => expect(partSearch("threads", query)).toBeUndefined(),
);
