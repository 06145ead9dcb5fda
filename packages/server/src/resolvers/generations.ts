import { readId } from "../records/ids.ts";
import { readStep } from "../records/steps.ts";
import type { StepRecord } from "../store/steps.ts";
import { listConnection } from "./connection.ts";
import { generationSource } from "./generation-source.ts";
import { originOf, storeStep } from "./ingest-steps.ts";
import type { GenerationResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import type { GenerationSource } from "./sources.ts";
import { tokenTotal } from "./token-total.ts";

export const generationQueries: QueryResolvers = {
  generations: (_parent, args, context) =>
    listConnection(context, {
      resource: "generations",
      lister: context.store.generations,
      args,
      toNode: generationNode,
    }),
  async generation(_parent, { id }, { store, project }) {
    const step = await store.generations.get(project.id, id);
    return step && generationSource(step);
  },
};

export const generationMutations: MutationResolvers = {
  async createGeneration(_parent, { generation }, context) {
    const id = generation.id ? readId("generation.id", generation.id) : context.newId();
    const { tags, metadata } = generation;
    const onStep = { ...(tags && { tags }), ...(metadata && { metadata }) };
    const write = readStep({ id, type: "llm", generation, ...onStep }, originOf(context));
    return generationSource(await storeStep(write, context));
  },
};

export const Generation: GenerationResolvers = {
  tokenCount: ({ tokenCount }) => tokenTotal(tokenCount),
  projectId: (_generation, _args, { project }) => project.id,
};

function generationNode(step: StepRecord): GenerationSource {
  const generation = generationSource(step);
  if (!generation)
    throw new Error(`The store returned step "${step.id}" in a list of generations, but it has no generation`);
  return generation;
}
