import { type BuiltInDefinition, EvaluationError, type EvaluationScore, type TargetView } from "@threadline/evaluation";
import { Worker } from "node:worker_threads";
import { type CodeLimits, codeLimits } from "./code-limits.ts";
import type { CodeAnswer, CodeTask, ThreadMessage } from "./code-protocol.ts";
import { ProjectQueue, type QueuedJob } from "./project-queue.ts";

/** Evaluates code and scorers within limits, outside the thread that handles requests. */
export interface CodeEvaluations {
  /** Runs the code of an evaluator in an isolate. Throws an `EvaluationError` if it gives no score. */
  runCode(source: string, view: TargetView, signal?: AbortSignal): Promise<EvaluationScore>;
  /** Runs a built-in scorer that calls no model. Throws an `EvaluationError` if it gives no score. */
  runScorer(definition: BuiltInDefinition, view: TargetView, signal?: AbortSignal): Promise<EvaluationScore>;
}

/** Threads that evaluate code and scorers. Projects take turns, so that no project delays others for long. */
export interface CodeRunner extends CodeEvaluations {
  /**
   * Returns the functions with which a project runs its evaluations, so that they take the project's turns. All
   * evaluations that are started without `of` take turns as one additional project.
   */
  of(project: string): CodeEvaluations;
  /** Ends the threads. Running and waiting evaluations are rejected. */
  close(): Promise<void>;
}

interface Job extends QueuedJob {
  readonly task: CodeTask;
  readonly resolve: (score: EvaluationScore) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

/** Heap of a thread in megabytes, without the memory of the isolate. */
const heapMb = 192;
const maxWaiting = 500;

export function createCodeRunner(
  options: { readonly threads?: number; readonly limits?: CodeLimits } = {},
): CodeRunner {
  const { threads: maxThreads = 2, limits = codeLimits } = options;
  const threads = new Set<Thread>();
  const waiting = new ProjectQueue<Job>(maxWaiting);
  let isClosed = false;

  const start = (): Thread => {
    // In development, the thread runs its source file. In a build, the thread has an entry file in the same folder as
    // this code.
    const entry = import.meta.url.endsWith(".ts") ? "./run-code-thread.ts" : "./run-code-thread.js";
    const worker = new Worker(new URL(entry, import.meta.url), {
      env: {},
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 8 },
    });
    worker.unref();
    const thread: Thread = { worker, isReady: false, job: null, timer: null };
    threads.add(thread);
    worker.on("message", (message: ThreadMessage) => {
      if (message.kind === "ready") thread.isReady = true;
      else finish(thread, message.answer);
      if (message.kind === "answer" && message.isLast) end(thread);
      next();
    });
    worker.on("error", (error) => lose(thread, error));
    worker.on("exit", () => lose(thread, new Error("The thread that runs evaluators ended unexpectedly")));
    return thread;
  };

  const finish = (thread: Thread, { score, failure }: CodeAnswer): void => {
    const { job, timer } = thread;
    if (timer) clearTimeout(timer);
    thread.job = null;
    thread.timer = null;
    if (failure) job?.reject(new EvaluationError(failure.problem, failure.message));
    else job?.resolve(score);
  };

  const lose = (thread: Thread, error: Error): void => {
    if (!threads.delete(thread)) return;
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
    if (thread.timer) clearTimeout(thread.timer);
    thread.job?.reject(
      isOutOfMemory ? new EvaluationError("limitExceeded", "The evaluation used too much memory") : error,
    );
    thread.job = null;
    if (!thread.isReady) for (const { reject } of waiting.clear()) reject(error);
    next();
  };

  const end = (thread: Thread): void => {
    threads.delete(thread);
    void thread.worker.terminate();
  };

  const next = (): void => {
    if (isClosed) return;
    for (const thread of threads) {
      if (!thread.isReady || thread.job) continue;
      const job = waiting.next([...threads].flatMap((each) => each.job ?? []));
      if (!job) return;
      thread.job = job;
      thread.worker.postMessage(job.task);
      thread.timer = setTimeout(() => {
        const message = `The evaluation took longer than ${limits.maxDurationMs} ms`;
        end(thread);
        finish(thread, { score: null, failure: { problem: "limitExceeded", message } });
        next();
      }, limits.maxDurationMs);
    }
    const starting = [...threads].filter(({ isReady }) => !isReady).length;
    if (waiting.size > starting && threads.size < maxThreads) start();
  };

  const run = async (project: string, task: CodeTask, signal: AbortSignal | undefined): Promise<EvaluationScore> => {
    signal?.throwIfAborted();
    if (isClosed) throw new Error("The service is closing");
    const { promise, resolve, reject } = Promise.withResolvers<EvaluationScore>();
    const job: Job = { project, task, resolve, reject };
    if (!waiting.add(job))
      throw new EvaluationError("limitExceeded", "Too many evaluations of this project are queued; try again later");
    const cancel = (): void => {
      waiting.remove(job);
      // The caller stops waiting, but a running job continues until it ends or reaches its time limit. Its thread is
      // not ended for this short time.
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    next();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  };

  const of = (project: string): CodeEvaluations => ({
    async runCode(source, view, signal) {
      checkLength("code", source.length, limits.sourceLength);
      const input = JSON.stringify(view);
      checkLength("target", input.length, limits.inputLength);
      return run(project, { kind: "code", source, input, limits }, signal);
    },
    runScorer: (definition, view, signal) => run(project, { kind: "scorer", definition, view }, signal),
  });

  return {
    ...of(""),
    of,
    async close() {
      isClosed = true;
      const closed = new Error("The service is closing");
      for (const { reject } of waiting.clear()) reject(closed);
      const ending = [...threads];
      threads.clear();
      for (const { job, timer } of ending) {
        if (timer) clearTimeout(timer);
        job?.reject(closed);
      }
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}

function checkLength(name: string, length: number, maxLength: number): void {
  if (length <= maxLength) return;
  throw new EvaluationError("limitExceeded", `The ${name} is longer than ${maxLength} characters`);
}
