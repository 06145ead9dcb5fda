import {
  CREATE_EVALUATOR,
  CREATE_EVALUATOR_VERSION,
  DELETE_EVALUATOR,
  EVALUATE,
  GET_EVALUATOR,
  GET_EVALUATOR_CATALOG,
  GET_EVALUATOR_VERSION,
  GET_EVALUATOR_VERSIONS,
  GET_EVALUATORS,
  TEST_EVALUATOR,
  UPDATE_EVALUATOR,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  Evaluation,
  Evaluator,
  EvaluatorCatalog,
  EvaluatorInfo,
  EvaluatorVersion,
  NewEvaluatorVersion,
} from "../types/evaluators.ts";
import { found } from "./found.ts";

/** Evaluators of the project: models, code and built-in scorers that score records. */
export interface EvaluatorOperations {
  /** Lists the evaluators by name. Default: without archived ones. */
  getEvaluators(query?: { includesArchived?: boolean }, options?: CallOptions): Promise<Evaluator[]>;
  /** Returns the evaluator with an id or a name; null when not found. */
  getEvaluator(by: { id: string } | { name: string }, options?: CallOptions): Promise<Evaluator | null>;
  /** Returns the built-in scorers, and templates of judges. */
  getEvaluatorCatalog(options?: CallOptions): Promise<EvaluatorCatalog>;
  getEvaluatorVersion(id: string, options?: CallOptions): Promise<EvaluatorVersion | null>;
  /** Returns a page of versions, newest first. Default: the first 50. */
  getEvaluatorVersions(
    evaluatorId: string,
    page?: { first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<EvaluatorVersion[]>;
  /** Creates an evaluator with its first version. */
  createEvaluator(evaluator: EvaluatorInfo, version: NewEvaluatorVersion, options?: CallOptions): Promise<Evaluator>;
  /** Replaces name and description, and archives the evaluator or not. */
  updateEvaluator(id: string, evaluator: EvaluatorInfo, options?: CallOptions): Promise<Evaluator>;
  /** Adds a version. If the newest one has the same content, it is returned instead. */
  createEvaluatorVersion(
    evaluatorId: string,
    version: NewEvaluatorVersion,
    options?: CallOptions,
  ): Promise<EvaluatorVersion>;
  /** Deletes an evaluator with its versions; its scores stay. Resolves to the id. */
  deleteEvaluator(id: string, options?: CallOptions): Promise<string>;
  /** Runs a version, stored or not, on 1 to 20 targets, without storing scores. Failures are part of the results. */
  testEvaluator(
    version: { versionId: string } | { version: NewEvaluatorVersion },
    targetIds: string[],
    options?: CallOptions,
  ): Promise<Evaluation[]>;
  /** Runs a version on 1 to 20 targets and stores their scores. A repetition replaces the score of a target. */
  evaluate(versionId: string, targetIds: string[], options?: CallOptions): Promise<Evaluation[]>;
}

export function createEvaluatorOperations(transport: Transport): EvaluatorOperations {
  return {
    async getEvaluators(query = {}, options) {
      return (await transport.graphql(GET_EVALUATORS, query, options)).evaluators as Evaluator[]; // JSON of the documented shape
    },
    async getEvaluator(by, options) {
      return (await transport.graphql(GET_EVALUATOR, by, options)).evaluator as Evaluator | null; // as above
    },
    async getEvaluatorCatalog(options) {
      const { evaluatorCatalog } = await transport.graphql(GET_EVALUATOR_CATALOG, {}, options);
      return evaluatorCatalog as EvaluatorCatalog; // as above
    },
    async getEvaluatorVersion(id, options) {
      const { evaluatorVersion } = await transport.graphql(GET_EVALUATOR_VERSION, { id }, options);
      return evaluatorVersion as EvaluatorVersion | null; // as above
    },
    async getEvaluatorVersions(evaluatorId, page = {}, options) {
      const { evaluator } = await transport.graphql(GET_EVALUATOR_VERSIONS, { id: evaluatorId, ...page }, options);
      return found("getEvaluatorVersions", evaluatorId, evaluator).versions as EvaluatorVersion[]; // as above
    },
    async createEvaluator(evaluator, version, options) {
      const data = await transport.graphql(CREATE_EVALUATOR, { evaluator, version }, options);
      return data.createEvaluator as Evaluator; // as above
    },
    async updateEvaluator(id, evaluator, options) {
      const data = await transport.graphql(UPDATE_EVALUATOR, { id, evaluator }, options);
      return data.updateEvaluator as Evaluator; // as above
    },
    async createEvaluatorVersion(evaluatorId, version, options) {
      const data = await transport.graphql(CREATE_EVALUATOR_VERSION, { evaluatorId, version }, options);
      return data.createEvaluatorVersion as EvaluatorVersion; // as above
    },
    async deleteEvaluator(id, options) {
      const data = await transport.graphql(DELETE_EVALUATOR, { id }, options);
      return found("deleteEvaluator", id, data.deleteEvaluator).id;
    },
    async testEvaluator(version, targetIds, options) {
      return (await transport.graphql(TEST_EVALUATOR, { ...version, targetIds }, options)).testEvaluator;
    },
    async evaluate(versionId, targetIds, options) {
      return (await transport.graphql(EVALUATE, { versionId, targetIds }, options)).evaluate;
    },
  };
}
