import type { Actor } from "../access/actor.ts";
import { requirePermission } from "../access/actor.ts";
import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readView } from "../records/views.ts";
import type { ViewRecord } from "../store/views.ts";
import type { RequestContext } from "./context.ts";
import { creationIn } from "./creation.ts";
import type { MutationResolvers, QueryResolvers, ViewResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const viewQueries: QueryResolvers = {
  async views(_parent, { resource }, { store, project, actor }) {
    const views = await store.views.all(project.id);
    return views.filter((view) => (resource == null || view.resource === resource) && isVisible(view, actor));
  },
};

export const viewMutations: MutationResolvers = {
  createView(_parent, { view }, context) {
    const { store, project, actor, now } = context;
    const content = readView(view, now());
    checkSharing(content.isShared, actor);
    const creation = creationIn(context);
    const ownerId = actor.account?.id ?? null;
    const record = { ...creation, updatedAt: creation.createdAt, ownerId, ...content };
    return store.views.create(project.id, record, recordLimits.views);
  },
  async updateView(_parent, { id, view }, context) {
    const { store, project, actor, now } = context;
    const content = readView(view, now());
    const before = await findView(id, context);
    if (!before) throw notFound("id", "view", id);
    checkSharing(before.isShared || content.isShared, actor);
    if (!content.isShared && before.isShared && !isOwn(before, actor)) {
      throw badInput("view.isShared", "only the owner of the view can stop sharing it");
    }
    const replaced = await store.views.replace(project.id, { ...before, ...content, updatedAt: now() });
    if (!replaced) throw notFound("id", "view", id);
    return replaced;
  },
  async deleteView(_parent, { id }, context) {
    const view = await findView(id, context);
    if (!view) return null;
    checkSharing(view.isShared, context.actor);
    return context.store.views.delete(context.project.id, id);
  },
};

export const View: ViewResolvers = {
  isOwn: (view, _args, { actor }) => isOwn(view, actor),
  filters: ({ filters }) => [...filters],
  columns: ({ columns }) => columns && [...columns],
};

/** Finds a view. A private view of another owner counts as not found. */
async function findView(id: string, { store, project, actor }: RequestContext): Promise<ViewRecord | null> {
  const view = await store.views.get(project.id, id);
  return view && isVisible(view, actor) ? view : null;
}

function isVisible(view: ViewRecord, actor: Actor): boolean {
  return view.isShared || isOwn(view, actor);
}

/** Whether the caller owns the view. Keys own no views. On a service without login, all callers are the same owner. */
function isOwn({ ownerId }: ViewRecord, { kind, account }: Actor): boolean {
  return kind === "noLogin" ? ownerId === null : ownerId !== null && ownerId === account?.id;
}

/**
 * Throws unless the caller may create such a view. Shared views require the permission `write`; private views require
 * an owner.
 */
function checkSharing(isShared: boolean, actor: Actor): void {
  if (isShared) requirePermission(actor, ["write"]);
  else if (actor.kind === "key") throw badInput("view.isShared", "must be true if an API key creates the view");
}
