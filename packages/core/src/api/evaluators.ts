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

/**
 * Operations for the evaluators of the project. An evaluator scores records with a model, code or a built-in scorer.
 */
export interface EvaluatorOperations {
  /** Lists the evaluators, in order of their names. By default, archived evaluators are omitted. */
  getEvaluators(query?: { includesArchived?: boolean }, options?: CallOptions): Promise<Evaluator[]>;
  /** Returns the evaluator with the id or name. Null if there is none. */
  getEvaluator(by: { id: string } | { name: string }, options?: CallOptions): Promise<Evaluator | null>;
  /** Returns the built-in scorers and the templates of judges. */
  getEvaluatorCatalog(options?: CallOptions): Promise<EvaluatorCatalog>;
  getEvaluatorVersion(id: string, options?: CallOptions): Promise<EvaluatorVersion | null>;
  /** Returns a page of the evaluator's versions, newest first. Default: the first 50. */
  getEvaluatorVersions(
    evaluatorId: string,
    page?: { first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<EvaluatorVersion[]>;
  /** Creates an evaluator with its first version. */
  createEvaluator(evaluator: EvaluatorInfo, version: NewEvaluatorVersion, options?: CallOptions): Promise<Evaluator>;
  /**
   * Replaces the evaluator's name and description, and archives or restores the evaluator according to `isArchived`.
   */
  updateEvaluator(id: string, evaluator: EvaluatorInfo, options?: CallOptions): Promise<Evaluator>;
  /**
   * Adds a version. If the newest version has the same content, returns the newest version instead. `basedOn` is the id
   * of the version from which the new content was edited. Rejects with the code `CONFLICT` if `basedOn` is not the id
   * of the newest version.
   */
  createEvaluatorVersion(
    evaluatorId: string,
    version: NewEvaluatorVersion,
    options?: CallOptions & { readonly basedOn?: string | undefined },
  ): Promise<EvaluatorVersion>;
  /** Deletes an evaluator and its versions, and resolves to its id. Stored scores are kept. */
  deleteEvaluator(id: string, options?: CallOptions): Promise<string>;
  /**
   * Runs a stored or a new version on 1 to 20 targets, without storing scores. If the evaluation of a target fails, the
   * result for this target has a `problem`.
   */
  testEvaluator(
    version: { versionId: string } | { version: NewEvaluatorVersion },
    targetIds: string[],
    options?: CallOptions,
  ): Promise<Evaluation[]>;
  /**
   * Runs a version on 1 to 20 targets and stores their scores. A repeated evaluation replaces the score of a target.
   */
  evaluate(versionId: string, targetIds: string[], options?: CallOptions): Promise<Evaluation[]>;
}

export function createEvaluatorOperations(transport: Transport): EvaluatorOperations {
  return {
    async getEvaluators(query = {}, options) {
      // Narrows JSON fields, which the service validates.
      return (await transport.graphql(GET_EVALUATORS, query, options)).evaluators as Evaluator[];
    },
    async getEvaluator(by, options) {
      // Narrows JSON fields, which the service validates.
      return (await transport.graphql(GET_EVALUATOR, by, options)).evaluator as Evaluator | null;
    },
    async getEvaluatorCatalog(options) {
      const { evaluatorCatalog } = await transport.graphql(GET_EVALUATOR_CATALOG, {}, options);
      return evaluatorCatalog as EvaluatorCatalog; // narrows JSON fields, which the service validates
    },
    async getEvaluatorVersion(id, options) {
      const { evaluatorVersion } = await transport.graphql(GET_EVALUATOR_VERSION, { id }, options);
      return evaluatorVersion as EvaluatorVersion | null; // narrows JSON fields, which the service validates
    },
    async getEvaluatorVersions(evaluatorId, page = {}, options) {
      const { evaluator } = await transport.graphql(GET_EVALUATOR_VERSIONS, { id: evaluatorId, ...page }, options);
      // Narrows JSON fields, which the service validates.
      return found("getEvaluatorVersions", evaluatorId, evaluator).versions as EvaluatorVersion[];
    },
    async createEvaluator(evaluator, version, options) {
      const data = await transport.graphql(CREATE_EVALUATOR, { evaluator, version }, options);
      return data.createEvaluator as Evaluator; // narrows JSON fields, which the service validates
    },
    async updateEvaluator(id, evaluator, options) {
      const data = await transport.graphql(UPDATE_EVALUATOR, { id, evaluator }, options);
      return data.updateEvaluator as Evaluator; // narrows JSON fields, which the service validates
    },
    async createEvaluatorVersion(evaluatorId, version, { basedOn, ...options } = {}) {
      const data = await transport.graphql(CREATE_EVALUATOR_VERSION, { evaluatorId, version, basedOn }, options);
      return data.createEvaluatorVersion as EvaluatorVersion; // narrows JSON fields, which the service validates
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
