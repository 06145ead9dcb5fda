import engineBuild from "@jitl/quickjs-wasmfile-release-sync";
import { EvaluationError, type EvaluationScore } from "@threadline/evaluation";
import { readFile } from "node:fs/promises";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import type { CodeLimits } from "./code-limits.ts";
import { engineFile } from "./engine-file.ts";
import { isolateHarness } from "./isolate-harness.ts";
import { readIsolateReply, sourceName } from "./read-isolate-reply.ts";
import { stripTypes } from "./strip-types.ts";

/** Size of a WebAssembly page, in bytes. */
const pageBytes = 65_536;
const initialPages = 256;
const overheadPages = 512;
const jobsPerTurn = 1000;
const maxReplyLength = 200_000;

// The package declares the type of its default export for CommonJS. In an ES module, the import is the variant itself,
// so it is cast.
const variant = engineBuild as unknown as QuickJSSyncVariant;

let compiled: Promise<WebAssembly.Module> | undefined;

export async function loadIsolate(): Promise<WebAssembly.Module> {
  compiled ??= readFile(engineFile()).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

const now = performance.now.bind(performance);
let frozenAt = Date.now();

/** Returns the processor time of this thread in milliseconds; on Node 22, the elapsed time. */
function usedMs(): number {
  if (typeof process.threadCpuUsage !== "function") return now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Makes evaluator code deterministic: stops its clock, and sets its time zone to UTC. Call it only in a thread that
 * runs nothing else, because it changes globals of the thread.
 */
function freezeClock(): void {
  frozenAt = new Date().getTime();
  Date.now = () => frozenAt;
  // oxlint-disable-next-line no-extend-native -- in this thread, dates exist only for the engine
  Date.prototype.getTimezoneOffset = () => 0;
  performance.now = () => 0;
}

/**
 * Evaluates code in a new instance of the engine, so that nothing is left for the next evaluation, even if the code
 * corrupts the engine's memory. The code receives and returns text: no object crosses the boundary.
 */
export async function evaluateInIsolate({
  source,
  input,
  limits,
}: {
  readonly source: string;
  readonly input: string;
  readonly limits: CodeLimits;
}): Promise<EvaluationScore> {
  const script = stripTypes(source);
  const wasmModule = await loadIsolate();
  const maximum = Math.ceil(limits.memoryBytes / pageBytes) + overheadPages;
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
  freezeClock();
  const deadline = usedMs() + limits.timeMs;
  const isLate = (): boolean => usedMs() > deadline;
  const runtime = engine.newRuntime({
    memoryLimitBytes: limits.memoryBytes,
    maxStackSizeBytes: limits.stackBytes,
    interruptHandler: isLate,
  });
  try {
    // The runtime is not disposed: the whole instance is dropped, whatever state the code left it in.
    return readIsolateReply(runCode(runtime, { script, input, limits, isLate }), limits);
  } catch (error) {
    if (isLate()) throw new EvaluationError("limitExceeded", `The code took longer than ${limits.timeMs} ms`);
    // The engine throws these errors, for example, if its stack or memory is exhausted.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw new EvaluationError("limitExceeded", "The code used too much memory, or its calls are nested too deeply");
    }
    throw error;
  }
}

function runCode(
  runtime: QuickJSRuntime,
  {
    script,
    input,
    limits,
    isLate,
  }: { readonly script: string; readonly input: string; readonly limits: CodeLimits; readonly isLate: () => boolean },
): string {
  const context = runtime.newContext();
  const harness = valueOf(context.evalCode(isolateHarness, "harness.js"));
  const describe = context.getProp(harness, "describe");
  const evaluate = context.getProp(harness, "evaluate");
  const loaded = context.evalCode(script, sourceName, { type: "module" });
  if (loaded.error) return describeError(context, describe, loaded.error);
  const called = context.callFunction(evaluate, context.undefined, loaded.value, context.newString(input));
  if (called.error) return describeError(context, describe, called.error);
  while (runtime.hasPendingJob() && !isLate()) {
    const result = runtime.executePendingJobs(jobsPerTurn);
    if (result.error) return describeError(context, describe, result.error);
  }
  const state = context.getPromiseState(called.value);
  if (state.type === "fulfilled") return textOf(context, state.value);
  if (state.type === "rejected") return describeError(context, describe, state.error);
  throw isLate()
    ? new EvaluationError("limitExceeded", `The code took longer than ${limits.timeMs} ms`)
    : new EvaluationError("codeFailed", "The code returned a promise that was never resolved or rejected");
}

function valueOf(result: {
  readonly error?: QuickJSHandle | undefined;
  readonly value?: QuickJSHandle;
}): QuickJSHandle {
  if (result.value) return result.value;
  // This error means that the limits are too small even for the engine's own code.
  throw new EvaluationError(
    "limitExceeded",
    "The sandbox for the code could not start within its limits of time and memory",
  );
}

function describeError(context: QuickJSContext, describe: QuickJSHandle, error: QuickJSHandle): string {
  const described = context.callFunction(describe, context.undefined, error);
  if (described.error) throw new EvaluationError("codeFailed", "The code threw an error that cannot be read");
  return textOf(context, described.value);
}

function textOf(context: QuickJSContext, handle: QuickJSHandle): string {
  if (context.typeof(handle) !== "string")
    throw new EvaluationError("resultInvalid", "The code returned no score; return an object such as { value: 1 }");
  const length = context.getNumber(context.getProp(handle, "length"));
  if (!(length <= maxReplyLength)) {
    throw new EvaluationError("limitExceeded", `The result is longer than ${maxReplyLength} characters`);
  }
  return context.getString(handle);
}
