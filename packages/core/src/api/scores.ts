import { CREATE_SCORES, DELETE_SCORE, GET_SCORES, UPDATE_SCORE } from "../documents/generated/documents.ts";
import { Score } from "../score.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { ListArguments, ListOperation } from "../types/lists.ts";
import type { Maybe } from "../types/json.ts";
import type { ScoreConstructor, ScoresFilter, ScoresOrderBy } from "../types/scores.ts";
import { found } from "./found.ts";
import { repeatable } from "./repeatable.ts";
import { sendMany } from "./send-many.ts";
import { listOperation, toPage } from "./lists.ts";

/** Operations on scores of steps, generations, threads and experiment items. */
export interface ScoreOperations {
  /** Returns a page of scores. */
  getScores: ListOperation<ListArguments<ScoresFilter, ScoresOrderBy>, Score>;
  /**
   * Creates many scores, and returns them in the same order. Sends nothing for an empty list.
   *
   * @throws {GraphQLRequestError} when the service refuses some of them; the others were stored.
   */
  createScores(scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]>;
  /** Creates one score. The scored step or thread need not be stored yet. */
  createScore(score: ScoreConstructor, options?: CallOptions): Promise<Score>;
  /** Updates the value of a score, and its comment if one is given. */
  updateScore(id: string, update: { value: number; comment?: Maybe<string> }, options?: CallOptions): Promise<Score>;
  /** Deletes a score, and resolves to its id. Rejects when the score does not exist. */
  deleteScore(id: string, options?: CallOptions): Promise<string>;
}

export function createScoreOperations(transport: Transport): ScoreOperations {
  const create = async (name: string, scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]> => {
    const document = { ...repeatable(CREATE_SCORES, scores), name };
    const answers = await sendMany(transport, { document, records: scores }, options);
    return scores.map((score, index) => new Score({ ...score, ...answers[index] }));
  };

  return {
    createScores: (scores, options) => create("createScores", scores, options),
    getScores: listOperation(async (list = {}, options) => {
      const { scores } = await transport.graphql(GET_SCORES, list, options);
      return toPage(scores, (score) => new Score(score));
    }),
    async createScore(score, options) {
      const [created] = await create("createScore", [score], options);
      return found("createScore", score.name, created);
    },
    async updateScore(id, { value, comment }, options) {
      const variables = { id, value, comment };
      const data = await transport.graphql(UPDATE_SCORE, variables, options);
      return new Score(found("updateScore", id, data.updateScore));
    },
    async deleteScore(id, options) {
      const data = await transport.graphql(DELETE_SCORE, { id }, options);
      return found("deleteScore", id, data.deleteScore).id;
    },
  };
}
