import type { Actor } from "../access/actor.ts";
import { readDashboard } from "../records/dashboards.ts";
import { recordLimits } from "../records/limits.ts";
import type { DashboardRecord } from "../store/dashboards.ts";
import { creationIn } from "./creation.ts";
import type { DashboardResolvers, MutationResolvers, QueryResolvers, WidgetResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const dashboardQueries: QueryResolvers = {
  dashboards: (_parent, _args, { store, project }) => store.dashboards.all(project.id),
  dashboard: (_parent, { id }, { store, project }) => store.dashboards.get(project.id, id),
};

export const dashboardMutations: MutationResolvers = {
  createDashboard(_parent, { dashboard }, context) {
    const { store, project, actor, now } = context;
    const creation = creationIn(context);
    const content = readDashboard(dashboard, now());
    const record = { ...creation, updatedAt: creation.createdAt, ...content, ...authorOf(actor) };
    return store.dashboards.create(project.id, record, recordLimits.dashboards);
  },
  async updateDashboard(_parent, { id, dashboard }, { store, project, now }) {
    const content = readDashboard(dashboard, now());
    const before = await store.dashboards.get(project.id, id);
    const replaced =
      before && (await store.dashboards.replace(project.id, { ...before, ...content, updatedAt: now() }));
    if (!replaced) throw notFound("id", "dashboard", id);
    return replaced;
  },
  deleteDashboard: (_parent, { id }, { store, project }) => store.dashboards.delete(project.id, id),
};

export const Dashboard: DashboardResolvers = {
  widgets: ({ widgets }) => [...widgets],
  async authorName({ authorId, authorName }, _args, { loaders }) {
    const account = authorId === null ? null : await loaders.members.load(authorId);
    return account?.name ?? authorName;
  },
};

export const Widget: WidgetResolvers = {
  metrics: ({ metrics }) => [...metrics],
};

function authorOf({ account, key }: Actor): Pick<DashboardRecord, "authorId" | "authorName"> {
  const author = account ?? key;
  return { authorId: author?.id ?? null, authorName: author?.name ?? null };
}
