import type { EvaluationRuleInput } from "@threadline/schema/server";
import { badInput } from "../records/errors.ts";
import { readEvaluationRule } from "../records/evaluation-rules.ts";
import { deriveId } from "../records/ids.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageWindow } from "../records/page-window.ts";
import { filtersWithin, listOfTarget, type Period, problemOf } from "../records/rule-filters.ts";
import { type EvaluationRuleRecord, ruleJobs } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import type {
  EvaluationRuleDayResolvers,
  EvaluationRuleResolvers,
  MutationResolvers,
  QueryResolvers,
} from "./resolver-types.ts";
import { averageCost, modelOfVersion } from "./estimate-judgment.ts";
import { notFound } from "./root-fields.ts";

const msPerDay = 86_400_000;
const sampleSize = 10;
const retriedAtOnce = 1_000;
const defaultDays = 30;

export const evaluationRuleQueries: QueryResolvers = {
  evaluationRules: (_parent, _args, { store, project }) => store.evaluationRules.all(project.id),
  evaluationRule: (_parent, { id }, { store, project }) => store.evaluationRules.get(project.id, id),

  async evaluationRuleEstimate(_parent, { rule: input, from, until }, context) {
    const { store, project } = context;
    const { rule, version } = await readRule(input, context);
    const filters = filtersWithin(rule, readPeriod({ from, until }, context), context.now());
    const list = store[listOfTarget(rule.target)];
    const matchedCount = await list.count(project.id, { filters });
    const calls = modelOfVersion(version) !== null;
    const sample = calls ? await list.list(project.id, { filters, first: sampleSize }) : null;
    const ids = sample?.edges.map(({ node }) => node.id) ?? [];
    const each = await averageCost(version, ids, context);
    const judgmentCount = Math.round(matchedCount * rule.sampleRate);
    return { matchedCount, judgmentCount, cost: each === null ? null : each * judgmentCount };
  },
};

export const evaluationRuleMutations: MutationResolvers = {
  async createEvaluationRule(_parent, { rule: input }, context) {
    const { rule } = await readRule(input, context);
    const creation = creationIn(context);
    const created = { ...creation, updatedAt: creation.createdAt, ...rule };
    return context.store.evaluationRules.create(context.project.id, created, recordLimits.evaluationRules);
  },

  async updateEvaluationRule(_parent, { id, rule: input }, context) {
    const { store, project, now } = context;
    const before = await getRule(id, context);
    const { rule } = await readRule(input, context);
    const updatedAt = Math.max(now(), before.updatedAt);
    const replaced = await store.evaluationRules.replace(project.id, { ...before, ...rule, updatedAt });
    if (replaced === null) throw notFound("id", "evaluation rule", id);
    return replaced;
  },

  deleteEvaluationRule: (_parent, { id }, { store, project, now }) =>
    store.evaluationRules.delete(project.id, id, now()),

  async backfillEvaluationRule(_parent, { id, from, until }, context) {
    const { store, project, now } = context;
    const rule = await getRule(id, context);
    if (rule.mode !== "ON") throw badInput("id", "must be a rule in the mode ON");
    const period = readPeriod({ from, until }, context);
    await store.jobs.add(project.id, [
      {
        id: deriveId(["backfill", id, period.from, period.until, now()]),
        createdAt: now(),
        kind: ruleJobs.backfill,
        groupId: id,
        payload: { ...period },
        dueAt: now(),
        maxAttempts: 5,
      },
    ]);
    return rule;
  },

  async retryEvaluationRule(_parent, { id }, context) {
    const { store, project, now } = context;
    const rule = await getRule(id, context);
    const before = now();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const retried = await store.evaluationRules.retry(project.id, id, before, retriedAtOnce);
      if (retried < retriedAtOnce) return rule;
    }
  },
};

export const EvaluationRule: EvaluationRuleResolvers = {
  filters: ({ filters }) => [...filters],
  evaluatorVersion: ({ evaluatorVersionId }, _args, { loaders }) => loaders.evaluatorVersions.load(evaluatorVersionId),
  queuedCount: async ({ id }, _args, context) => (await figuresOf(id, context)).queuedCount,
  failedCount: async ({ id }, _args, context) => (await figuresOf(id, context)).failedCount,
  async lagSeconds({ id, mode }, _args, context) {
    const { oldestDue, oldestArrival } = await figuresOf(id, context);
    const since = [oldestDue, mode === "OFF" ? null : oldestArrival].filter((time) => time !== null);
    return Math.max(0, context.now() - Math.min(...since, context.now())) / 1_000;
  },
  async pauseReason(rule, _args, context) {
    return problemOf(rule, context.now()) ?? (await figuresOf(rule.id, context)).pauseReason;
  },
  isBackfilling: async ({ id }, _args, context) => (await figuresOf(id, context)).isBackfilling,
  days: ({ id }, { first }, { store, project }) =>
    store.evaluationRules.days(project.id, id, readPageWindow({ first: first ?? defaultDays }).first),
  async failures({ id, target }, args, { store, project }) {
    const kinds = [ruleJobs.judgment, ruleJobs.backfilledJudgment];
    const failed = await store.jobs.list(project.id, { state: "failed", groupId: id, kinds, ...readPageWindow(args) });
    return failed.map(({ payload, failure, attempts, endedAt, createdAt }) => {
      const targetId = String(payload["targetId"]);
      return {
        targetId,
        target: { targetId, target },
        message: failure ?? "",
        attempts,
        failedAt: endedAt ?? createdAt,
      };
    });
  },
};

export const EvaluationRuleDay: EvaluationRuleDayResolvers = {
  day: ({ day }) => day * msPerDay,
};

function figuresOf(id: string, { loaders }: RequestContext) {
  return loaders.figuresOfRule.load(id);
}

async function getRule(id: string, { store, project }: RequestContext): Promise<EvaluationRuleRecord> {
  const rule = await store.evaluationRules.get(project.id, id);
  if (rule === null) throw notFound("id", "evaluation rule", id);
  return rule;
}

async function readRule(
  input: EvaluationRuleInput,
  { loaders, now }: RequestContext,
): Promise<{ readonly rule: ReturnType<typeof readEvaluationRule>; readonly version: EvaluatorVersionRecord }> {
  const version = await loaders.evaluatorVersions.load(input.evaluatorVersionId);
  if (version === null) throw notFound("rule.evaluatorVersionId", "evaluator version", input.evaluatorVersionId);
  return { rule: readEvaluationRule(input, version, now()), version };
}

function readPeriod(
  { from, until }: { readonly from: number; readonly until?: number | null | undefined },
  { now }: RequestContext,
): Period {
  const end = until ?? now();
  if (from >= end) throw badInput("from", "must be before `until`");
  return { from, until: end };
}
