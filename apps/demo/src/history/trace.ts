import type { IGenerationMessage, JsonObject, ScoreConstructor, StepConstructor, StepType } from "@threadline/core";
import { demoTag } from "../demo-mark.ts";
import { historyId } from "./history-id.ts";
import { callTimes, type ModelName, models } from "./models.ts";
import type { Random } from "./random.ts";

export interface TraceOptions {
  edition: number;
  /** Key of the thread. All ids are derived from it. */
  key: string;
  random: Random;
  /** Start of the thread, in epoch milliseconds. */
  startsAt: number;
  environment: "prod" | "staging" | "experiment";
  agent: string;
  /** Release of the agent. Each step has it as a tag and in its metadata. */
  release: string;
  /** Whether the steps belong to a thread. The steps of experiments do not. Default: true. */
  inThread?: boolean;
}

export interface WorkOptions {
  type: StepType;
  name: string;
  input?: JsonObject;
  output?: JsonObject;
  error?: string;
  durationMs: number;
  metadata?: JsonObject;
  parent?: StepConstructor | undefined;
}

export interface CallOptions {
  model: ModelName;
  messages: IGenerationMessage[];
  completion?: IGenerationMessage;
  error?: string;
  parent: StepConstructor;
  prompt?: { id: string; variables: JsonObject } | undefined;
  /** Number of input tokens in addition to the tokens of `messages`, for example for long documents. Default: 180. */
  otherTokens?: number;
  /** Factor by which latencies are multiplied. Default: 1. */
  slowness?: number;
}

/** Builds the steps of one conversation. Each step moves the clock forward. */
export class Trace {
  readonly threadId: string;
  readonly releaseTag: string;
  readonly steps: StepConstructor[] = [];
  readonly #options: TraceOptions;
  /** Current time of the conversation, in epoch milliseconds. */
  now: number;

  constructor(options: TraceOptions) {
    this.#options = options;
    this.threadId = historyId(options.edition, options.key);
    this.releaseTag = `${options.agent}-${options.release}`;
    this.now = options.startsAt;
  }

  message(type: "user_message" | "assistant_message", name: string, content: string): StepConstructor {
    return this.#add({ type, name, output: { content } }, 0);
  }

  /** Adds a step that can have child steps. The caller ends it with `end`. */
  begin(options: Omit<WorkOptions, "durationMs" | "output" | "error">): StepConstructor {
    return this.#add(options, 0);
  }

  end(step: StepConstructor, { output, error }: Pick<WorkOptions, "output" | "error">): void {
    step.endTime = iso(this.now);
    if (output) step.output = output;
    if (error) step.error = error;
  }

  work({ durationMs, ...options }: WorkOptions): StepConstructor {
    return this.#add(options, durationMs);
  }

  /** Adds a model call. Its token counts and duration match its texts. */
  call({
    model,
    messages,
    completion,
    error,
    parent,
    prompt,
    otherTokens = 180,
    slowness = 1,
  }: CallOptions): StepConstructor {
    const inputTokens = messages.reduce((sum, message) => sum + tokensOf(message), otherTokens);
    const outputTokens = completion ? tokensOf(completion) + 12 : 0;
    const times = callTimes(this.#options.random, { model, inputTokens, outputTokens });
    const durationMs = Math.round(times.durationMs * slowness);
    const step = this.#add({ type: "llm", name: model, parent, ...(error === undefined ? {} : { error }) }, durationMs);
    step.generation = {
      type: "CHAT",
      provider: models[model].provider,
      model,
      settings: { temperature: 0.2, max_tokens: 2048 },
      messages,
      tags: this.#tags,
      inputTokenCount: inputTokens,
      outputTokenCount: outputTokens,
      tokenCount: inputTokens + outputTokens,
      duration: durationMs / 1000,
      ...(completion ? { messageCompletion: completion, ttFirstToken: Math.round(times.firstTokenMs * slowness) } : {}),
      ...(error === undefined ? {} : { error }),
      ...(prompt ? { promptId: prompt.id, variables: prompt.variables } : {}),
    };
    return step;
  }

  /** Adds a score to a step. The score is created `afterMs` after the last step. */
  score(step: StepConstructor, { afterMs, ...score }: Omit<ScoreConstructor, "stepId"> & { afterMs: number }): void {
    const id = historyId(this.#options.edition, `${this.#options.key}/score/${step.id}/${score.name}`);
    step.scores = [...(step.scores ?? []), { ...score, id, tags: this.#tags, createdAt: iso(this.now + afterMs) }];
  }

  /** Moves the clock forward by the time in which a person reads and types. */
  wait(ms: number): void {
    this.now += Math.round(ms);
  }

  get #tags(): string[] {
    return [this.releaseTag, demoTag];
  }

  #add({ parent, ...fields }: Omit<WorkOptions, "durationMs">, durationMs: number): StepConstructor {
    const { edition, key, environment, release, inThread = true } = this.#options;
    const startTime = iso(this.now);
    this.now += Math.max(Math.round(durationMs), 1);
    const step: StepConstructor = {
      ...fields,
      id: historyId(edition, `${key}/${this.steps.length}`),
      threadId: inThread ? this.threadId : null,
      parentId: parent?.id ?? null,
      rootRunId: parent?.rootRunId ?? parent?.id ?? null,
      startTime,
      endTime: iso(this.now),
      environment,
      tags: this.#tags,
      metadata: { release, ...fields.metadata },
    };
    this.steps.push(step);
    return step;
  }
}

/**
 * Estimates the tokens of a message. Arabic and other scripts have about two characters per token, English has about
 * four.
 */
function tokensOf({ content, tool_calls: toolCalls }: IGenerationMessage): number {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  // oxlint-disable-next-line no-control-regex -- counts characters outside of ASCII
  const wide = text.match(/[^\u0000-\u024f]/gu)?.length ?? 0;
  return 4 + Math.ceil((text.length - wide) / 4 + wide / 2) + (toolCalls ? JSON.stringify(toolCalls).length >> 2 : 0);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
