import { renderPromptMessages } from "@threadline/evaluation";
import { variablesOfInput } from "../records/experiment-runs.ts";
import { outerVariablesOf } from "../records/prompt-templates.ts";
import { providerOf } from "../models/open-model.ts";
import type { DatasetItemRecord } from "../store/datasets.ts";
import type { EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import { assumedOutputTokens, inputTokensOf } from "./estimate-tokens.ts";
import type { RequestContext } from "./context.ts";
import type { PlannedExperiment, PlannedExperiments } from "./plan-experiments.ts";
import type { ResolversTypes } from "./resolver-types.ts";

type Estimate = Awaited<ResolversTypes["ExperimentEstimate"]>;

const sampleSize = 20;
const recentCalls = 20;
/** Assumed output tokens of a judge: a short reasoning and the answer. */
const judgeOutputTokens = 200;

interface Calls {
  readonly connection: ModelConnectionRecord | null;
  readonly model: string;
  readonly count: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Assumed output tokens of each call of a model without recent calls; null with recent calls. */
  readonly assumed: number | null;
}

/** Estimates calls, tokens and cost. Input tokens are estimated from a sample of the items. */
export async function estimateExperiments(planned: PlannedExperiments, context: RequestContext): Promise<Estimate> {
  const { dataset, datasetVersion, itemCount, experiments, evaluators } = planned;
  const { store, project } = context;
  const [first] = experiments;
  const sample = await store.datasets.itemPage(project.id, dataset.id, {
    first: sampleSize,
    skip: 0,
    version: datasetVersion,
    split: first?.plan.split ?? undefined,
  });
  const problems = new Set<string>();
  if (itemCount === 0) problems.add("No dataset items are selected");
  const calls = await Promise.all(experiments.map((each) => callsOf(each, { sample, itemCount, problems }, context)));
  const judges = evaluators.filter(({ kind }) => kind === "LLM");
  const judged = await Promise.all(
    judges.flatMap((judge) => calls.map((made) => judgeCallsOf(judge, { made, sample, problems }, context))),
  );
  const all = [...calls, ...judged];
  const costs = await Promise.all(all.map((made) => costOf(made, context)));
  const sum = (read: (made: Calls) => number): number => all.reduce((total, made) => total + read(made), 0);
  const assumed = calls.flatMap((made) => made.assumed ?? []);
  const remainingBudget = await checkBudgets(all, costs, { problems, context });
  return {
    itemCount,
    experimentCount: experiments.length,
    callCount: calls.reduce((total, { count }) => total + count, 0),
    judgeCallCount: judged.reduce((total, { count }) => total + count, 0),
    inputTokenCount: sum(({ inputTokens }) => inputTokens),
    outputTokenCount: sum(({ outputTokens }) => outputTokens),
    assumedOutputTokens: assumed.length === 0 ? null : Math.max(...assumed),
    cost: costs.includes(null) ? null : costs.reduce<number>((total, cost) => total + (cost ?? 0), 0),
    remainingBudget,
    problems: [...problems],
  };
}

interface Sampled {
  readonly sample: readonly DatasetItemRecord[];
  readonly itemCount: number;
  readonly problems: Set<string>;
}

async function callsOf(
  { plan, connection }: PlannedExperiment,
  { sample, itemCount, problems }: Sampled,
  context: RequestContext,
): Promise<Calls> {
  const count = itemCount * plan.repeats;
  const { model, messages, defaults, tools, responseSchema } = plan;
  // The experiment calls the project's own code, whose tokens and price the service does not know.
  if (model === null) return { connection, model: "", count, inputTokens: 0, outputTokens: 0, assumed: null };
  const names = new Set(messages.flatMap((message) => outerVariablesOf(message)));
  const missing = new Map<string, number>();
  const tokens = sample.map(({ input }) => {
    const variables = { ...defaults, ...variablesOfInput(input) };
    for (const name of names) if (!Object.hasOwn(variables, name)) missing.set(name, (missing.get(name) ?? 0) + 1);
    try {
      const rendered = renderPromptMessages(messages, variables);
      return inputTokensOf({
        model,
        messages: rendered,
        tools: tools as never,
        ...(responseSchema && { responseSchema }),
      }); // the cast of `tools` is safe, because they were validated
    } catch (error) {
      problems.add((error as Error).message);
      return 0;
    }
  });
  for (const [name, times] of missing) {
    problems.add(`The input of ${times} of ${sample.length} sampled items has no value for {{${name}}}`);
  }
  const limit = plan.settings["maxOutputTokens"];
  const most = typeof limit === "number" ? limit : assumedOutputTokens;
  const known = await recentOutputTokens(model, context);
  const inputTokens = Math.round(average(tokens) * count);
  const outputTokens = Math.round(Math.min(known ?? most, most) * count);
  return { connection, model, count, inputTokens, outputTokens, assumed: known === null ? most : null };
}

/**
 * Estimates the calls of a judge. Assumes that each call contains the judge's messages and examples, a dataset item,
 * and the experiment's output for the item.
 */
async function judgeCallsOf(
  { definition }: EvaluatorVersionRecord,
  { made, sample, problems }: { readonly made: Calls; readonly problems: Set<string> } & Pick<Sampled, "sample">,
  { store, project }: RequestContext,
): Promise<Calls> {
  const { connectionId, model, messages, settings, examples } = definition as JudgeRecord;
  const connection = await store.modelConnections.get(project.id, connectionId);
  if (connection === null) problems.add(`The model connection of a judge was deleted`);
  const output = made.count === 0 ? 0 : made.outputTokens / made.count;
  const items = sample.map(({ input, expectedOutput }) =>
    inputTokensOf({
      model,
      messages: [...messages, { content: [JSON.stringify(examples ?? []), input, expectedOutput] }],
    }),
  );
  const limit = settings?.["maxOutputTokens"];
  const most = Math.min(judgeOutputTokens, typeof limit === "number" ? limit : judgeOutputTokens);
  return {
    connection,
    model,
    count: made.count,
    inputTokens: Math.round((average(items) + output) * made.count),
    outputTokens: most * made.count,
    assumed: null,
  };
}

/** Average output tokens of the last calls of a model; null if there are none. */
async function recentOutputTokens(model: string, { store, project }: RequestContext): Promise<number | null> {
  const filters = [{ field: "model", operator: "eq", value: model } as const];
  const { edges } = await store.generations.list(project.id, { filters, first: recentCalls });
  const counts = edges.map(({ node }) => node.generation?.outputTokenCount ?? 0).filter((count) => count > 0);
  return counts.length === 0 ? null : average(counts);
}

function costOf({ connection, model, count, ...tokens }: Calls, context: RequestContext): Promise<number | null> {
  // The provider of a connection bills model calls, but not tasks, which the application runs itself.
  if (connection === null || connection.kind === "task" || count === 0) return Promise.resolve(0);
  const { store, project, now } = context;
  return store.prices.estimate(project.id, { provider: providerOf(connection), model, time: now(), ...tokens });
}

/**
 * Adds the problems of the connections to `problems`. Returns the total of their remaining daily budgets; null if none
 * has a budget.
 */
async function checkBudgets(
  all: readonly Calls[],
  costs: readonly (number | null)[],
  { problems, context: { now } }: { readonly problems: Set<string>; readonly context: RequestContext },
): Promise<number | null> {
  const today = Math.floor(now() / 86_400_000);
  const connections = new Map(all.flatMap(({ connection }) => (connection ? [[connection.id, connection]] : [])));
  let total: number | null = null;
  for (const connection of connections.values()) {
    const { id, name, kind, keySetAt, dailyBudget, spentDay, spent } = connection;
    if (keySetAt === null && kind !== "openaiCompatible") problems.add(`The connection "${name}" has no key`);
    if (dailyBudget === null) continue;
    const left = Math.max(0, dailyBudget - (spentDay === today ? spent : 0));
    total = (total ?? 0) + left;
    const own = costs.filter((_, index) => all[index]?.connection?.id === id);
    if (own.includes(null)) {
      problems.add(
        `The connection "${name}" has a daily budget, and a model has no price. Add one to the model prices.`,
      );
    }
    const cost = own.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    if (cost > left) {
      problems.add(
        `The calls of the connection "${name}" cost about $${cost.toFixed(2)}, but only $${left.toFixed(2)} is left of its daily budget. The experiments will wait for the next day.`,
      );
    }
  }
  return total;
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
