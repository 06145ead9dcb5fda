/** The worker thread that compiles and matches patterns of model prices. */
import { parentPort } from "node:worker_threads";
import { getHeapStatistics } from "node:v8";
import type { RE2JS } from "re2js";
import { compileMatch } from "./compile-match.ts";

/** Request to the worker thread. Without models, only the sizes of the patterns are computed. */
export interface PatternQuestion {
  readonly patterns: readonly string[];
  readonly models: readonly string[];
  /** Maximum number of instructions of all compiled patterns; later patterns are not matched. */
  readonly maxSize: number;
}

export interface PatternMatches {
  readonly error: null;
  readonly sizes: readonly number[];
  /**
   * Indexes of the matching patterns for each model. If {@link turnTime} ends before all models are matched, the list
   * is shorter than `models`.
   */
  readonly matches: readonly (readonly number[])[];
}

export type PatternAnswer = PatternMatches | { readonly error: string };

/** Length of a turn, in milliseconds. Work on a pattern or model is not interrupted. */
const turnTime = 20;
const maxHeapBytes = 128_000_000;

const compiled = new Map<string, RE2JS>();

parentPort?.on("message", (question: PatternQuestion) => {
  // Compiled patterns grow with use, because they cache states of their automaton. If they take too much memory, they
  // are discarded.
  if (getHeapStatistics().used_heap_size > maxHeapBytes) compiled.clear();
  parentPort?.postMessage(question.models.length === 0 ? measure(question) : match(question));
});

function measure({ patterns }: PatternQuestion): PatternAnswer {
  try {
    return { error: null, sizes: patterns.map((text) => compile(text).programSize()), matches: [] };
  } catch (error) {
    return { error: `is not a valid RE2 regular expression: ${(error as Error).message}` };
  }
}

function match({ patterns, models, maxSize }: PatternQuestion): PatternMatches {
  const startedAt = performance.now();
  const programs: (RE2JS | null)[] = [];
  let size = 0;
  for (const text of patterns) {
    const program = compileStored(text);
    size += program?.programSize() ?? 0;
    if (size > maxSize) break;
    programs.push(program);
  }
  const matches: number[][] = [];
  for (const model of models) {
    matches.push(programs.flatMap((program, position) => (program?.matches(model) ? position : [])));
    if (performance.now() - startedAt > turnTime) break;
  }
  return { error: null, sizes: [], matches };
}

/**
 * Compiles a stored pattern. If RE2 cannot compile it, returns null instead of throwing an error, so that an invalid
 * price does not prevent records from being stored.
 */
function compileStored(text: string): RE2JS | null {
  try {
    return compile(text);
  } catch {
    return null;
  }
}

function compile(text: string): RE2JS {
  let program = compiled.get(text);
  if (program === undefined) {
    program = compileMatch(text);
    compiled.set(text, program);
  }
  return program;
}
