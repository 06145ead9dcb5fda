import { expect, test } from "vitest";
import { differingParams, paramText } from "./experiment-params.ts";

const experiments = [
  { params: { model: "gpt-4o", temperature: 0, tools: ["a"] } },
  { params: { model: "gpt-4o-mini", temperature: 0, tools: ["a"], prompt: "v2" } },
  { params: { model: "gpt-4o", temperature: 0, tools: ["a"], prompt: "v3" } },
];

test("parameters differ if their values differ, or if some experiments lack them, at most half of them", () => {
  expect(differingParams(experiments, undefined)).toEqual(["model", "prompt"]);
  expect(differingParams(experiments.slice(0, 1), undefined)).toEqual([]);
  expect(differingParams([{ params: null }, { params: ["a"] }], undefined)).toEqual([]);
  expect(differingParams([{ params: { a: 1, b: 1 } }, { params: { a: 2 } }, { params: {} }], undefined)).toEqual(["a"]);
  // The parameter by which the list is sorted is always returned.
  const some = [{ params: { a: 1, b: 1 } }, { params: { a: 2 } }, { params: {} }];
  expect(differingParams(some, "-param:b")).toEqual(["a", "b"]);
  expect(differingParams(some, "param:a")).toEqual(["a"]);
  expect(differingParams(some, "param:x")).toEqual(["a"]);
});

test("the mark of the demo is no parameter", () => {
  const marked = [{ params: { model: "a", "threadline-demo": true } }, { params: { model: "b" } }];
  expect(differingParams(marked, undefined)).toEqual(["model"]);
});

test("at most four parameters have a column, those of most experiments first", () => {
  const params = { a: 1, b: 1, c: 1, d: 1, e: 1 };
  expect(differingParams([{ params: { ...params, f: 1 } }, { params: { f: 2 } }], undefined)).toEqual([
    "f",
    "a",
    "b",
    "c",
  ]);
});

test("a parameter is described by its JSON", () => {
  expect(paramText({ params: { tools: ["a"] } }, "tools")).toBe('["a"]');
  expect(paramText({ params: { tools: ["a"] } }, "toString")).toBe("");
});
