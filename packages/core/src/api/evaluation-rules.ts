import {
  BACKFILL_EVALUATION_RULE,
  CREATE_EVALUATION_RULE,
  DELETE_EVALUATION_RULE,
  ESTIMATE_EVALUATION_RULE,
  GET_EVALUATION_RULE,
  GET_EVALUATION_RULE_FAILURES,
  GET_EVALUATION_RULES,
  RETRY_EVALUATION_RULE,
  UPDATE_EVALUATION_RULE,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  EvaluationRule,
  EvaluationRuleEstimate,
  EvaluationRuleFailure,
  EvaluationRulePeriod,
  NewEvaluationRule,
} from "../types/evaluation-rules.ts";
import { found } from "./found.ts";

/** Operations for evaluation rules, which judge recorded steps, runs and threads. */
export interface EvaluationRuleOperations {
  /** Lists all rules, in order of their names. */
  getEvaluationRules(options?: CallOptions): Promise<EvaluationRule[]>;
  /** Returns a rule. Null if there is none. */
  getEvaluationRule(id: string, options?: CallOptions): Promise<EvaluationRule | null>;
  /** Returns a page of the failed judgments, newest first. Default: the first 50. */
  getEvaluationRuleFailures(
    id: string,
    page?: { first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<EvaluationRuleFailure[]>;
  /**
   * Estimates the number and the cost of the judgments that a rule would make for the stored records of a period. The
   * rule need not be stored.
   */
  estimateEvaluationRule(
    rule: NewEvaluationRule,
    period: EvaluationRulePeriod,
    options?: CallOptions,
  ): Promise<EvaluationRuleEstimate>;
  createEvaluationRule(rule: NewEvaluationRule, options?: CallOptions): Promise<EvaluationRule>;
  /** Replaces the content of a rule. */
  updateEvaluationRule(id: string, rule: NewEvaluationRule, options?: CallOptions): Promise<EvaluationRule>;
  /** Deletes a rule and its queued judgments, and resolves to its id. Stored scores are kept. */
  deleteEvaluationRule(id: string, options?: CallOptions): Promise<string>;
  /**
   * Judges stored records in the background: the records of a period that match the rule and have no score of the
   * rule's evaluator version. The mode of the rule must be `ON`.
   */
  backfillEvaluationRule(id: string, period: EvaluationRulePeriod, options?: CallOptions): Promise<EvaluationRule>;
  /** Queues the failed judgments of a rule again; an unknown id is an error. */
  retryEvaluationRule(id: string, options?: CallOptions): Promise<EvaluationRule>;
}

export function createEvaluationRuleOperations(transport: Transport): EvaluationRuleOperations {
  return {
    async getEvaluationRules(options) {
      return (await transport.graphql(GET_EVALUATION_RULES, {}, options)).evaluationRules;
    },
    async getEvaluationRule(id, options) {
      return (await transport.graphql(GET_EVALUATION_RULE, { id }, options)).evaluationRule;
    },
    async getEvaluationRuleFailures(id, page = {}, options) {
      const { evaluationRule } = await transport.graphql(GET_EVALUATION_RULE_FAILURES, { id, ...page }, options);
      return found("getEvaluationRuleFailures", id, evaluationRule).failures;
    },
    async estimateEvaluationRule(rule, period, options) {
      const variables = { rule, ...toPeriod(period) };
      return (await transport.graphql(ESTIMATE_EVALUATION_RULE, variables, options)).evaluationRuleEstimate;
    },
    async createEvaluationRule(rule, options) {
      const data = await transport.graphql(CREATE_EVALUATION_RULE, { rule }, options);
      return data.createEvaluationRule;
    },
    async updateEvaluationRule(id, rule, options) {
      const data = await transport.graphql(UPDATE_EVALUATION_RULE, { id, rule }, options);
      return data.updateEvaluationRule;
    },
    async deleteEvaluationRule(id, options) {
      const data = await transport.graphql(DELETE_EVALUATION_RULE, { id }, options);
      return found("deleteEvaluationRule", id, data.deleteEvaluationRule).id;
    },
    async backfillEvaluationRule(id, period, options) {
      const data = await transport.graphql(BACKFILL_EVALUATION_RULE, { id, ...toPeriod(period) }, options);
      return data.backfillEvaluationRule;
    },
    async retryEvaluationRule(id, options) {
      const data = await transport.graphql(RETRY_EVALUATION_RULE, { id }, options);
      return data.retryEvaluationRule;
    },
  };
}

function toPeriod({ from, until }: EvaluationRulePeriod) {
  return { from: new Date(from).toISOString(), until: until == null ? null : new Date(until).toISOString() };
}
