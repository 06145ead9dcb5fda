import { expect, test } from "vitest";
import { outlineOf } from "../../../../test/outline-of.ts";
import { answerSource } from "./answer-source.ts";

test("an answer beside its run has this run and the message of the user before it", () => {
  const outline = outlineOf([
    ["user_message", -1],
    ["run", -1],
    ["assistant_message", -1],
    ["user_message", -1],
    ["run", -1],
    ["llm", 4],
    ["assistant_message", -1],
    ["assistant_message", -1],
  ]);
  expect(answerSource(outline, "s2")).toEqual({ runId: "s1", questionId: "s0" });
  expect(answerSource(outline, "s6")).toEqual({ runId: "s4", questionId: "s3" });
  expect(answerSource(outline, "s7")).toEqual({ runId: "s4", questionId: "s3" });
});

test("an answer inside a run has the outermost run, even if a run inside it is nearer", () => {
  const outline = outlineOf([
    ["user_message", -1],
    ["run", -1],
    ["run", 1],
    ["assistant_message", 2],
  ]);
  expect(answerSource(outline, "s3")).toEqual({ runId: "s1", questionId: "s0" });
});

test("an answer inside a run of several turns has only the run of its own turn", () => {
  const outline = outlineOf([
    ["run", -1],
    ["user_message", 0],
    ["assistant_message", 0],
    ["user_message", 0],
    ["run", 0],
    ["assistant_message", 0],
    ["user_message", 0],
    ["run", 0],
    ["assistant_message", 7],
  ]);
  expect(answerSource(outline, "s2")).toEqual({ runId: null, questionId: "s1" });
  expect(answerSource(outline, "s5")).toEqual({ runId: "s4", questionId: "s3" });
  expect(answerSource(outline, "s8")).toEqual({ runId: "s7", questionId: "s6" });
});

test("an answer without a run of its turn has only the question, and other steps have no source", () => {
  const outline = outlineOf([
    ["user_message", -1],
    ["run", -1],
    ["user_message", -1],
    ["assistant_message", -1],
  ]);
  expect(answerSource(outline, "s3")).toEqual({ runId: null, questionId: "s2" });
  expect([answerSource(outline, "s1"), answerSource(outline, "s2"), answerSource(outline, "gone")]).toEqual([
    null,
    null,
    null,
  ]);
});
