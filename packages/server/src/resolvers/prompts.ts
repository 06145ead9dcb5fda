import { badInput } from "../records/errors.ts";
import { checkLabelCount, labeledVersion, latestLabel, readPromptLabel } from "../records/prompt-labels.ts";
import { readPromptLineage, readPromptVariant, readPromptVersion } from "../records/prompts.ts";
import { readPageWindow } from "../records/page-window.ts";
import { namesProvider, promptIdentity } from "../records/prompt-identity.ts";
import { chooseVersion, readRollouts } from "../records/prompt-rollouts.ts";
import type { PromptLineageRecord, PromptVersionRecord } from "../store/prompts.ts";
import { asIs, listConnection } from "./connection.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import type {
  MutationResolvers,
  PromptExperimentResolvers,
  PromptLineageResolvers,
  PromptVersionResolvers,
  QueryResolvers,
} from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const promptQueries: QueryResolvers = {
  promptLineages: (_parent, args, context) =>
    listConnection(context, { resource: "prompts", lister: context.store.prompts, args, toNode: asIs }),
  promptLineage: (_parent, { name }, { store, project }) => store.prompts.findLineage(project.id, name),
  async promptVersion(_parent, { id, name, version, label }, context) {
    const { store, project } = context;
    if (label != null && version != null) throw badInput("label", "give a version or a label, not both");
    if (id != null) return store.prompts.getVersion(project.id, id);
    if (name == null) throw badInput("name", "an id or a name is required");
    const lineage = await store.prompts.findLineage(project.id, name);
    if (!lineage) return null;
    if (label === latestLabel) return newestVersion(lineage, context);
    const wanted = label == null ? version : labeledVersion(lineage, label);
    if (wanted != null) return store.prompts.findVersion(project.id, lineage.id, wanted);
    return label == null ? drawVersion(lineage, context) : null;
  },
  async promptLineageRollout(_parent, { lineageName }, { store, project }) {
    const lineage = await store.prompts.findLineage(project.id, lineageName);
    if (!lineage) return null;
    const rollouts = await store.prompts.rollouts(project.id, lineage.id);
    const edges = rollouts.map((node) => ({ cursor: String(node.version), node }));
    const pageInfo = {
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    };
    return { edges, pageInfo, totalCount: edges.length };
  },
};

export const promptMutations: MutationResolvers = {
  createPromptLineage: (_parent, args, context) =>
    context.store.prompts.getOrCreateLineage(context.project.id, readPromptLineage(args, creationIn(context))),
  async createPromptVersion(_parent, args, { store, project, now, newId }) {
    const version = readPromptVersion(args, { newId, createdAt: args.createdAt ?? now() });
    const known = namesProvider(version) ? null : await findWithAnyProvider(version, { store, project });
    const stored =
      known ?? (await store.prompts.getOrCreateVersion(project.id, { ...version, identity: promptIdentity(version) }));
    if (!stored) throw notFound("lineageId", "prompt lineage", args.lineageId);
    return stored;
  },
  createPromptExperiment: (_parent, args, context) =>
    context.store.prompts.createVariant(context.project.id, readPromptVariant(args, creationIn(context))),
  async updatePromptLineageRollout(_parent, args, { store, project, now }) {
    const rollouts = readRollouts(args.rollouts);
    const lineage = await store.prompts.findLineage(project.id, args.name);
    if (!lineage) throw notFound("name", "prompt lineage", args.name);
    for (const [index, { version }] of rollouts.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- few, and the error names the first missing one
      const known = await store.prompts.findVersion(project.id, lineage.id, version);
      if (!known) throw notFound(`rollouts[${index}].version`, "prompt version", String(version));
    }
    await store.prompts.setRollouts(project.id, lineage.id, rollouts, now());
    return { ok: true };
  },
  async promotePromptVersion(_parent, { lineageId, version }, { store, project, now }) {
    const champion = await store.prompts.findVersion(project.id, lineageId, version);
    const lineage = champion && (await store.prompts.promote(project.id, lineageId, champion.id, now()));
    if (!lineage) throw notFound("version", "prompt version", String(version));
    return lineage;
  },
  async setPromptLabel(_parent, args, { store, project }) {
    const label = readPromptLabel(args.label);
    const lineage = await store.prompts.findLineage(project.id, args.name);
    if (!lineage) throw notFound("name", "prompt lineage", args.name);
    const version = args.version ?? null;
    if (version !== null) checkLabelCount(lineage, label);
    const labeled = await store.prompts.setLabel(project.id, lineage.id, label, version);
    if (!labeled) throw notFound("version", "prompt version", String(version));
    return labeled;
  },
  deletePromptLineage: (_parent, { id }, { store, project }) => store.prompts.deleteLineage(project.id, id),
};

export const PromptLineage: PromptLineageResolvers = {
  versionCount: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).versionCount,
  latestVersion: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).latestVersion,
  championVersion: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).championVersion,
  changedAt: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).changedAt,
  generationCount: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).generationCount,
  lastUsedAt: async ({ id }, _args, { loaders }) => (await loaders.promptSummaries.load(id)).lastUsedAt,
  versions: ({ id }, args, { store, project }) => store.prompts.newestVersions(project.id, id, readPageWindow(args)),
  rollouts: ({ id }, _args, { store, project }) => store.prompts.rollouts(project.id, id),
};

export const PromptVersion: PromptVersionResolvers = {
  async labels({ lineageId, version }, _args, context) {
    const { labels } = await lineageOf(lineageId, context);
    return labels.filter((label) => label.version === version).map(({ name }) => name);
  },
  lineage: ({ lineageId }, _args, context) => lineageOf(lineageId, context),
  async url({ lineageId, version }, _args, context) {
    const { name } = await lineageOf(lineageId, context);
    const place = `${context.baseUrl}/projects/${encodeURIComponent(context.project.id)}/playground`;
    return `${place}?name=${encodeURIComponent(name)}&version=${version}`;
  },
};

export const PromptExperiment: PromptExperimentResolvers = {
  projectId: (_variant, _args, { project }) => project.id,
  // Always null: prompt experiments are stored without a user, because API keys belong to a project and not to a user.
  projectUserId: () => null,
};

/** Returns the default version: chosen randomly by the rollout weights or, without weights, the latest. */
async function drawVersion(
  lineage: PromptLineageRecord,
  { store, project }: RequestContext,
): Promise<PromptVersionRecord | null> {
  const drawn = chooseVersion(await store.prompts.rollouts(project.id, lineage.id), Math.random());
  if (drawn !== null) return store.prompts.findVersion(project.id, lineage.id, drawn);
  return newestVersion(lineage, { store, project });
}

async function newestVersion(
  { id }: PromptLineageRecord,
  { store, project }: Pick<RequestContext, "store" | "project">,
): Promise<PromptVersionRecord | null> {
  const [newest] = await store.prompts.newestVersions(project.id, id, { first: 1, skip: 0 });
  return newest ?? null;
}

const comparedVersions = 100;

/**
 * Finds the latest version that is equal to `content`, except for the provider. Used for content without a provider,
 * see {@link namesProvider}. Only the newest versions are compared.
 */
async function findWithAnyProvider(
  content: Omit<PromptVersionRecord, "version">,
  { store, project }: Pick<RequestContext, "store" | "project">,
): Promise<PromptVersionRecord | null> {
  const identity = promptIdentity(content, { ignoreProvider: true });
  const page = { first: comparedVersions, skip: 0 };
  const versions = await store.prompts.newestVersions(project.id, content.lineageId, page);
  return versions.find((version) => promptIdentity(version, { ignoreProvider: true }) === identity) ?? null;
}

async function lineageOf(id: string, { loaders }: RequestContext): Promise<PromptLineageRecord> {
  const lineage = await loaders.promptLineages.load(id);
  if (!lineage) throw new Error(`The prompt lineage "${id}" is missing, but one of its versions exists`);
  return lineage;
}
