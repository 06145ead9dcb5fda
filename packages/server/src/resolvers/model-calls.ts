import type { ModelCallInput, SubscriptionModelCallsArgs } from "@threadline/schema/server";
import { requireField } from "../access/actor.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { ModelOutcome, ToolCall } from "../models/model-call.ts";
import { toModelMessages } from "../models/to-model-messages.ts";
import { badInput, RecordError } from "../records/errors.ts";
import { readModelCall, type ReadModelCall } from "../records/model-calls.ts";
import { recordLimits } from "../records/limits.ts";
import { callModel, unsent } from "./call-model.ts";
import { responseOf } from "./record-call.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, ResolversTypes } from "./resolver-types.ts";
import { checkProject } from "./root-fields.ts";

type Result = Awaited<ResolversTypes["ModelCallResult"]>;

export interface ModelCallEvent {
  readonly index: number;
  readonly text: string | null;
  readonly result: Result | null;
}

const maxRounds = 8;

export const modelCallMutations: MutationResolvers = {
  callModel: (_parent, { call }, context) => converse(context, readCall(call, "call"), { signal: context.signal }),
};

export const modelCallSubscriptions = {
  modelCalls: {
    async subscribe(
      _parent: unknown,
      args: SubscriptionModelCallsArgs,
      context: RequestContext,
    ): Promise<AsyncIterable<{ readonly modelCalls: ModelCallEvent }>> {
      requireField(context.actor, "Subscription.modelCalls", args);
      checkProject(args.projectId, context);
      const { live } = context;
      if (!live) throw new Error("The response is not a stream");
      const calls = readCalls(args.calls);
      await context.quota?.require("Mutation.callModel");
      return streamCalls(context, calls, live.signal);
    },
  },
};

type Call = ReadModelCall & Pick<ModelCallInput, "connectionId">;

function readCalls(calls: readonly ModelCallInput[]): Call[] {
  const limit = recordLimits.concurrentCalls;
  if (calls.length === 0 || calls.length > limit) throw badInput("calls", `must be 1 to ${limit} calls`, limit);
  return calls.map((call, index) => readCall(call, `calls[${index}]`));
}

function readCall(input: ModelCallInput, field: string): Call {
  const call = readModelCall(input, field);
  toModelMessages(call.messages, `${field}.messages`);
  return { ...call, connectionId: input.connectionId };
}

/**
 * Runs model calls concurrently, and yields their events. If the client stops reading, the calls are canceled, but they
 * are still recorded.
 */
async function* streamCalls(
  context: RequestContext,
  calls: readonly Call[],
  live: AbortSignal,
): AsyncGenerator<{ readonly modelCalls: ModelCallEvent }> {
  const ended = new AbortController();
  const signal = AbortSignal.any([live, ended.signal]);
  const events: ModelCallEvent[] = [];
  let wake = Promise.withResolvers<void>();
  let running = calls.length;
  let failure: unknown = null;
  const push = (event: ModelCallEvent): void => {
    const last = events.at(-1);
    // A slow client gets the text in fewer, longer events.
    if (event.text !== null && last?.index === event.index && last.text !== null) {
      events[events.length - 1] = { ...last, text: last.text + event.text };
    } else {
      events.push(event);
    }
    wake.resolve();
  };
  for (const [index, call] of calls.entries()) {
    const onText = (text: string): void => push({ index, text, result: null });
    void converse(context, call, { signal, onText })
      .then(
        (result) => push({ index, text: null, result }),
        (error: unknown) => {
          if (error instanceof RecordError) push({ index, text: null, result: rejectedResult(error) });
          else failure ??= error;
        },
      )
      .finally(() => {
        running -= 1;
        wake.resolve();
      });
  }
  live.addEventListener("abort", () => wake.resolve(), { once: true });
  try {
    for (;;) {
      const next = events.shift();
      if (next) yield { modelCalls: next };
      else if (failure !== null) throw failure;
      else if (running === 0 || live.aborted) return;
      else {
        // oxlint-disable-next-line no-await-in-loop -- waits for the next event
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    }
  } finally {
    ended.abort();
  }
}

/** Calls a model. If the model calls tools that have mocked results, adds these results and calls the model again. */
async function converse(
  context: RequestContext,
  { connectionId, toolResults, promptId, variables, ...call }: Call,
  options: { readonly signal?: AbortSignal | undefined; readonly onText?: (text: string) => void },
): Promise<Result> {
  const added: JsonObject[] = [];
  const outcomes: ModelOutcome[] = [];
  const stepIds: string[] = [];
  let cost: number | null = null;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each call answers the one before
    const { outcome, step } = await callModel(
      context,
      connectionId,
      { ...call, messages: [...call.messages, ...added] },
      { ...options, purpose: "playground", promptId, variables },
    );
    outcomes.push(outcome);
    if (step) stepIds.push(step.id);
    const price = step?.generation?.cost ?? null;
    if (price !== null) cost = (cost ?? 0) + price;
    if (outcome.text !== "" || outcome.toolCalls.length > 0) added.push(responseOf(outcome));
    if (!isMocked(outcome, toolResults) || outcomes.length > maxRounds) {
      return toResult(outcomes, { added, stepIds, cost });
    }
    added.push(...outcome.toolCalls.map((made) => resultOf(made, toolResults)));
  }
}

/** Returns the result of a call that the service rejected. The other calls of the stream continue. */
function rejectedResult({ message }: RecordError): Result {
  const outcome = unsent({ problem: "requestRejected", message });
  return toResult([outcome], { added: [], stepIds: [], cost: null });
}

function isMocked({ failure, toolCalls }: ModelOutcome, results: ReadModelCall["toolResults"]): boolean {
  return failure === null && toolCalls.length > 0 && toolCalls.every(({ name }) => results.has(name));
}

function resultOf({ id, name }: ToolCall, results: ReadModelCall["toolResults"]): JsonObject {
  const result = results.get(name) ?? null;
  const content = typeof result === "string" ? result : JSON.stringify(result);
  return { role: "tool", tool_call_id: id, name, content };
}

function toResult(
  outcomes: readonly ModelOutcome[],
  { added, stepIds, cost }: { readonly added: JsonObject[]; readonly stepIds: string[]; readonly cost: number | null },
): Result {
  const last = outcomes.at(-1);
  const sum = (read: (outcome: ModelOutcome) => number | null): number | null => {
    const known = outcomes.map(read).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    text: last?.text ?? "",
    toolCalls: [...(last?.toolCalls ?? [])],
    messages: added,
    problem: last?.failure?.problem ?? null,
    message: last?.failure?.message ?? null,
    finishReason: last?.finishReason ?? null,
    inputTokenCount: sum(({ usage }) => usage.input),
    outputTokenCount: sum(({ usage }) => usage.output),
    cost,
    ttFirstToken: outcomes[0]?.ttFirstToken ?? null,
    durationMs: outcomes.reduce((total, { durationMs }) => total + durationMs, 0),
    stepIds,
  };
}
