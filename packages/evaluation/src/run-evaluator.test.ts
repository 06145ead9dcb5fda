import { expect, test } from "vitest";
import { exampleView } from "../test/example-view.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { JudgeDefinition } from "./judges/judge-definition.ts";
import { type JudgeCall, type JudgeReply, runEvaluator } from "./run-evaluator.ts";

const view = exampleView({ output: "Paris" });
const judge: JudgeDefinition = {
  kind: "llm",
  messages: [{ role: "user", content: "Is it right? {{answer}}" }],
  inputs: { answer: "output" },
  answer: { kind: "label", labels: [{ label: "yes", value: 1 }] },
};
const reply = (text: string): Promise<JudgeReply> => Promise.resolve({ text, failure: null });

test("a judge asks the model with the values of the target, and reads its answer", async () => {
  const calls: JudgeCall[] = [];
  const outcome = await runEvaluator(judge, view, {
    callModel: (call) => {
      calls.push(call);
      return reply('{"reasoning":"It is.","label":"yes"}');
    },
  });
  expect(outcome).toEqual({ score: { value: 1, label: "yes", comment: "It is." }, failure: null });
  expect(calls).toMatchObject([
    {
      messages: [{ role: "user", content: "Is it right? <answer>\nParis\n</answer>" }],
      responseSchema: { required: ["reasoning", "label"] },
    },
  ]);
});

test("an answer that does not fit is a failure", async () => {
  const outcome = await runEvaluator(judge, view, { callModel: () => reply("yes") });
  expect(outcome).toEqual({
    score: null,
    failure: { problem: "resultInvalid", message: 'The model\'s answer is not JSON: "yes"' },
  });
});

test("a failure of the provider is kept with its problem", async () => {
  const failure = { problem: "rateLimited", message: "Too many requests" };
  const outcome = await runEvaluator(judge, view, { callModel: () => Promise.resolve({ text: "", failure }) });
  expect(outcome.failure).toEqual({
    problem: "modelFailed",
    message: "Too many requests",
    modelProblem: "rateLimited",
  });
});

test("the model is not called if the target lacks an input of the prompt", async () => {
  const callModel = () => Promise.reject(new Error("called"));
  const outcome = await runEvaluator({ ...judge, inputs: { answer: "thread.name" } }, view, { callModel });
  expect(outcome.failure?.message).toBe(
    "The target has no value at `thread.name`, which the prompt variable `answer` needs",
  );
});

test("a built-in scorer runs in this thread, or in the service that the caller gives", async () => {
  const definition = { kind: "builtIn", scorer: "exactMatch", options: {} } as const;
  expect((await runEvaluator(definition, view)).score).toEqual({ value: 1 });
  const elsewhere = await runEvaluator(definition, view, { runScorer: () => Promise.resolve({ value: 0.5 }) });
  expect(elsewhere.score).toEqual({ value: 0.5 });
});

test("code runs in the service that the caller gives, and its failure is the outcome", async () => {
  const definition = { kind: "code", source: "source" } as const;
  const runCode = (source: string) => Promise.resolve({ value: source.length });
  expect((await runEvaluator(definition, view, { runCode })).score).toEqual({ value: 6 });
  const failing = () => Promise.reject(new EvaluationError("codeFailed", "It failed"));
  expect((await runEvaluator(definition, view, { runCode: failing })).failure?.message).toBe("It failed");
  expect((await runEvaluator(definition, view)).failure?.problem).toBe("definitionInvalid");
});

test("a value that is not finite is a failure", async () => {
  const runCode = () => Promise.resolve({ value: Number.NaN });
  const { failure } = await runEvaluator({ kind: "code", source: "" }, view, { runCode });
  expect(failure?.message).toBe("The evaluator's score must be a finite number, not NaN");
});

test("a canceled evaluation has the problem `canceled`, and unexpected errors are thrown", async () => {
  const controller = new AbortController();
  const callModel = () => {
    controller.abort();
    return Promise.reject(new Error("aborted"));
  };
  const outcome = await runEvaluator(judge, view, { callModel, signal: controller.signal });
  expect(outcome.failure?.problem).toBe("canceled");
  await expect(runEvaluator(judge, view, { callModel: () => Promise.reject(new Error("bug")) })).rejects.toThrow("bug");
});
