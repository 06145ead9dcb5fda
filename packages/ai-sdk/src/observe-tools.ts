import type { RecordingClient, Step } from "@threadline/core";
import {
  copyWith,
  dataOf,
  describeError,
  isPlainObject,
  toObject,
  toStepObject,
  toText,
  toToolInput,
} from "@threadline/core/internal";
import { createFacade } from "./facade.ts";
import type { Scope } from "./model-recorder.ts";

interface ToolOptions {
  client: RecordingClient;
  safely: <Result>(work: () => Result) => Result | undefined;
  scope: Scope;
}

/**
 * Marks a tool function that is already wrapped. An operation may pass the same tools twice, and they must not be
 * wrapped again.
 */
const IS_STEP: unique symbol = Symbol.for("threadline.tool");

type Execute = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Wraps the tools of an operation, so that each call of a tool is recorded as a step of the operation. Tools without an
 * `execute` function stay unchanged, because the application or the provider runs them, not the SDK.
 */
export function observeTools<Tools>(tools: Tools, options: ToolOptions): Tools {
  if (!isPlainObject(tools)) return tools;
  return Object.keys(tools).reduce<Tools & object>(
    (observed, name) => {
      const tool = dataOf(tools, name);
      if (typeof tool !== "object" || tool === null) return observed;
      const execute = findMethod(tool, "execute");
      return execute === undefined || IS_STEP in execute
        ? observed
        : copyWith(observed, name, observeTool(tool, name, execute, options));
    },
    tools as Tools & object,
  );
}

function observeTool(tool: object, name: string, execute: Execute, options: ToolOptions): object {
  const observed = (...values: unknown[]): unknown => runTool(() => execute.apply(tool, values), name, values, options);
  Object.defineProperties(observed, { name: { value: execute.name, configurable: true }, [IS_STEP]: { value: true } });
  // A plain object is copied. A class instance gets a facade (a proxy) instead, because a copy would lack its private
  // fields.
  return isPlainObject(tool) ? copyWith(tool, "execute", observed) : createFacade(tool, { execute: observed });
}

function runTool(run: () => unknown, name: string, values: unknown[], { client, safely, scope }: ToolOptions): unknown {
  const { recordInputs, recordOutputs } = scope.options;
  const step = safely(() =>
    client.store.run(scope.context, () =>
      client.step({
        type: "tool",
        name,
        input: recordInputs ? toToolInput(values[0]) : undefined,
        metadata: toToolMetadata(values[1]),
      }),
    ),
  );
  if (step === undefined) return run();
  scope.started(step);
  const endPreview = step.isRecorded ? client.delivery.previewStep(step) : undefined;
  const end = ({ output, error }: Pick<Step, "output" | "error">): void => {
    safely(() => {
      if (output !== undefined) step.output = output;
      if (error !== undefined) step.error = error;
      step.endTime = new Date().toISOString();
      endPreview?.();
      if (step.isRecorded) client.delivery.addStep(step);
      scope.recorded(step, false);
    });
  };
  const completed = (output: unknown): void =>
    end(output === undefined || !recordOutputs ? {} : { output: toStepObject(output, "output") });
  const failed = (error: unknown): void => end({ error: describeError(error) });

  const context = { ...scope.context, currentStep: step };
  const inside = <Result>(work: () => Result): Result => client.store.run(context, work);
  try {
    const result = inside(run);
    if (isAsyncIterable(result)) return observeIterable(result, { inside, completed, failed });
    if (!isThenable(result)) {
      completed(result);
      return result;
    }
    return result.then(
      (output) => {
        completed(output);
        return output;
      },
      (error: unknown) => {
        failed(error);
        throw error;
      },
    );
  } catch (error) {
    failed(error);
    throw error;
  }
}

interface IterableEnd {
  inside: <Result>(work: () => Result) => Result;
  completed: (output: unknown) => void;
  failed: (error: unknown) => void;
}

async function* observeIterable(
  source: AsyncIterable<unknown>,
  { inside, completed, failed }: IterableEnd,
): AsyncGenerator<unknown, unknown, unknown> {
  const iterator = inside(() => source[Symbol.asyncIterator]());
  let last: unknown;
  let isEnded = false;
  try {
    while (true) {
      const { done, value } = await inside(() => iterator.next());
      if (done) {
        isEnded = true;
        completed(last);
        return value;
      }
      last = value;
      yield value;
    }
  } catch (error) {
    if (!isEnded) failed(error);
    isEnded = true;
    throw error;
  } finally {
    // If the reader stops before the tool's generator has ended, the last value that the generator yielded is recorded
    // as output.
    if (!isEnded) {
      completed(last);
      await inside(() => iterator.return?.());
    }
  }
}

function toToolMetadata(options: unknown): { toolCallId: string } | undefined {
  const toolCallId = toText(toObject(options)["toolCallId"]);
  return toolCallId === undefined ? undefined : { toolCallId };
}

/** Finds a method of the object or its class. Does not call getters. */
function findMethod(object: object, name: string): Execute | undefined {
  for (let holder: object | null = object; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    const value = dataOf(holder, name);
    if (value !== undefined) return typeof value === "function" ? (value as Execute) : undefined;
  }
  return undefined;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
