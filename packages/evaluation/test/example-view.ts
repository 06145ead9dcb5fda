import type { StepView, TargetView } from "@threadline/evaluation";

export function exampleView(fields: Partial<TargetView> = {}): TargetView {
  return {
    input: "What is the capital of France?",
    output: "Paris",
    expected: "Paris",
    metadata: {},
    messages: [],
    steps: [],
    thread: null,
    ...fields,
  };
}

export function exampleStep(fields: Partial<StepView> = {}): StepView {
  return {
    id: "s",
    parentId: null,
    type: "tool",
    name: "search",
    input: {},
    output: null,
    error: null,
    metadata: {},
    tags: [],
    startTime: null,
    endTime: null,
    ...fields,
  };
}
