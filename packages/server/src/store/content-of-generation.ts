import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "./json.ts";
import type { StoredStep } from "./stored-step.ts";
import type { StepWrite } from "./steps.ts";

interface Content {
  readonly input: JsonValue;
  readonly output: JsonValue;
}

/**
 * Completes the input and output of a model call's step from its generation, where the step has none of
 * its own. They follow the generation until they are set, so that the order of arrival does not matter.
 */
export function takeContentOfGeneration(before: StoredStep | null, after: StoredStep, write: StepWrite): StoredStep {
  const [known, now] = [contentOf(before), contentOf(after)];
  const of = (field: keyof Content): JsonValue => {
    const isGiven = write[field] !== undefined && write[field] !== null;
    const isOwn = after[field] !== null && !(known[field] !== null && isDeepStrictEqual(after[field], known[field]));
    return isGiven || isOwn ? after[field] : now[field];
  };
  const [input, output] = [of("input"), of("output")];
  return input === after.input && output === after.output ? after : { ...after, input, output };
}

function contentOf(step: StoredStep | null): Content {
  const { messages = null, messageCompletion = null, prompt = null, completion = null } = step?.generation ?? {};
  if (step?.type !== "llm") return { input: null, output: null };
  return {
    input: under("content", messages) ?? under("prompt", prompt),
    output: messageCompletion ?? under("content", completion),
  };
}

function under(key: string, value: JsonValue): JsonValue {
  return value === null ? null : { [key]: value };
}
