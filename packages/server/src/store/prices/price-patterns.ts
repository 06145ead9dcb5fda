import { Worker } from "node:worker_threads";
import { PatternError, UnavailableError } from "../errors.ts";
import { priceLimits } from "../prices.ts";
import type { PatternAnswer, PatternMatches, PatternQuestion } from "./run-price-patterns.ts";

interface Task {
  readonly patterns: readonly string[];
  readonly models: readonly string[];
  readonly matches: Map<string, readonly number[]>;
  readonly resolve: (answer: PatternMatches) => void;
  readonly reject: (error: Error) => void;
}

const memoryLimitMb = 512;

/**
 * Compiles and matches the patterns of model prices in a worker thread, because users write the patterns and matching
 * them can take long. Projects take turns, and each turn is limited in time.
 */
export class PricePatterns {
  /** Tasks by project; the project with the next turn is first. */
  readonly #queues = new Map<number, Task[]>();
  #worker: Worker | undefined;
  #current: { readonly project: number; readonly task: Task } | undefined;

  /**
   * Returns the size of each compiled pattern, in instructions. Rejects with a {@link PatternError} if a pattern is
   * invalid.
   */
  async measure(project: number, patterns: readonly string[]): Promise<readonly number[]> {
    const { sizes } = await this.#ask(project, { patterns, models: [] });
    return sizes;
  }

  /** For each model, returns the indexes of the patterns that match its whole name. */
  async match(
    project: number,
    patterns: readonly string[],
    models: readonly string[],
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const matches = new Map<string, readonly number[]>();
    if (patterns.length === 0) return new Map(models.map((model) => [model, []]));
    if (models.length > 0) await this.#ask(project, { patterns, models }, matches);
    return matches;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#fail(new UnavailableError("The service is stopping."));
    await worker?.terminate();
  }

  #ask(
    project: number,
    { patterns, models }: Pick<Task, "patterns" | "models">,
    matches: Map<string, readonly number[]> = new Map(),
  ): Promise<PatternMatches> {
    const { promise, resolve, reject } = Promise.withResolvers<PatternMatches>();
    const queue = this.#queues.get(project);
    const task = { patterns, models, matches, resolve, reject };
    if (queue === undefined) this.#queues.set(project, [task]);
    else queue.push(task);
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const [entry] = this.#queues;
    if (entry === undefined) return this.#worker?.unref();
    const [project, queue] = entry;
    const task = queue.shift();
    this.#queues.delete(project);
    // The project moves to the end of the queue.
    if (queue.length > 0) this.#queues.set(project, queue);
    if (task === undefined) return this.#next();
    this.#current = { project, task };
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const question: PatternQuestion = {
      patterns: task.patterns,
      models: task.models.slice(task.matches.size),
      maxSize: priceLimits.totalSize,
    };
    worker.postMessage(question);
  }

  #answer(answer: PatternAnswer): void {
    if (this.#current === undefined) return;
    const { project, task } = this.#current;
    this.#current = undefined;
    if (answer.error === null) {
      for (const found of answer.matches) task.matches.set(task.models[task.matches.size] ?? "", found);
      if (task.matches.size < task.models.length)
        this.#queues.set(project, [task, ...(this.#queues.get(project) ?? [])]);
      else task.resolve(answer);
    } else {
      task.reject(new PatternError(answer.error, { details: { reason: "INVALID_PATTERN" } }));
    }
    this.#next();
  }

  #start(): Worker {
    // In development, the worker runs the source file. The build creates a JavaScript file for the worker.
    const entry = import.meta.url.endsWith(".ts") ? "./run-price-patterns.ts" : "./run-price-patterns.js";
    const worker = new Worker(new URL(entry, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    const end = (cause?: unknown): void => {
      if (this.#worker === worker)
        this.#fail(new UnavailableError("The service could not match models with prices", { cause }));
    };
    worker.on("message", (answer: PatternAnswer) => this.#answer(answer));
    worker.on("error", end);
    worker.on("exit", () => end());
    return worker;
  }

  /** Rejects all tasks; the next task starts a new thread. */
  #fail(error: Error): void {
    const tasks = [...(this.#current === undefined ? [] : [this.#current.task]), ...[...this.#queues.values()].flat()];
    this.#worker = undefined;
    this.#current = undefined;
    this.#queues.clear();
    for (const { reject } of tasks) reject(error);
  }
}
