import { Score } from "../score.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { ListArguments, PaginatedResponse } from "../types/lists.ts";
import type { Maybe } from "../types/json.ts";
import type { ScoreConstructor, ScoreFields, ScoresFilter, ScoresOrderBy } from "../types/scores.ts";
import { batchDocument, type BatchField, batchVariables, inBatches } from "./batch.ts";
import { found } from "./found.ts";
import { type Connection, listDocument, toPage } from "./lists.ts";
import { query, repeatableMutation, singleMutation } from "./operation.ts";
import { SCORE } from "./selections.ts";

/** Judgements of steps, generations, threads and experiment items. */
export interface ScoreOperations {
  /** A page of scores. */
  getScores(
    list?: ListArguments<ScoresFilter, ScoresOrderBy>,
    options?: CallOptions,
  ): Promise<PaginatedResponse<Score>>;
  /**
   * Creates many scores; resolves to them in the same order. No scores: nothing is sent.
   *
   * @throws {GraphQLRequestError} when the service refused some of them; the others were stored.
   */
  createScores(scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]>;
  /** Creates one score. The step or thread may arrive later. */
  createScore(score: ScoreConstructor, options?: CallOptions): Promise<Score>;
  /** Changes the value, and the comment where one is given. */
  updateScore(id: string, update: { value: number; comment?: Maybe<string> }, options?: CallOptions): Promise<Score>;
  /** Deletes the score; resolves to its id. */
  deleteScore(id: string, options?: CallOptions): Promise<string>;
}

const CREATE_SCORES: BatchField = {
  field: "createScore",
  each: {
    name: "String!",
    type: "ScoreType!",
    value: "Float!",
    label: "String",
    stepId: "String",
    generationId: "String",
    threadId: "String",
    datasetExperimentItemId: "String",
    scorer: "String",
    comment: "String",
    tags: "[String!]",
  },
  selection: SCORE,
};
const GET_SCORES = query(
  "getScores",
  listDocument("scores", {
    filter: "scoresInputType",
    orderBy: "ScoresOrderByInput",
    selection: `${SCORE} projectId step { id thread { id participant { identifier } } }
      experimentItem { id datasetExperimentId datasetItemId experimentRunId inputPreview outputPreview }`,
  }),
);
const UPDATE_SCORE = repeatableMutation(
  "updateScore",
  `($id: String!, $comment: String, $value: Float!) {
    updateScore(id: $id, comment: $comment, value: $value) { ${SCORE} }
  }`,
);
const DELETE_SCORE = singleMutation("deleteScore", `($id: String!) { deleteScore(id: $id) { id } }`);

/** The operations on scores. */
export function createScoreOperations(transport: Transport): ScoreOperations {
  const create = async (name: string, scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]> => {
    const created: Score[] = [];
    for (const batch of inBatches(scores)) {
      const operation = singleMutation(name, batchDocument(CREATE_SCORES, batch.length));
      const variables = batchVariables(
        CREATE_SCORES,
        batch.map((score) => ({ ...score })),
      );
      const data = await transport.graphql<Record<string, ScoreFields | undefined>>(operation, variables, options);
      created.push(...batch.map((score, index) => new Score({ ...score, ...data[`createScore${index}`] })));
    }
    return created;
  };

  return {
    createScores: (scores, options) => create("createScores", scores, options),
    async getScores(list = {}, options) {
      const { scores } = await transport.graphql<{ scores: Connection<ScoreFields> }>(GET_SCORES, list, options);
      return toPage(scores, (score) => new Score(score));
    },
    async createScore(score, options) {
      const [created] = await create("createScore", [score], options);
      return found("createScore", score.name, created);
    },
    async updateScore(id, { value, comment }, options) {
      const variables = { id, value, comment };
      const data = await transport.graphql<{ updateScore: ScoreFields | null }>(UPDATE_SCORE, variables, options);
      return new Score(found("updateScore", id, data.updateScore));
    },
    async deleteScore(id, options) {
      const data = await transport.graphql<{ deleteScore: { id: string } | null }>(DELETE_SCORE, { id }, options);
      return found("deleteScore", id, data.deleteScore).id;
    },
  };
}
