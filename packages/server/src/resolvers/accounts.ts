import { permissions } from "../store/permissions.ts";
import { createLinkToken, hashLinkToken } from "../access/link-token.ts";
import { apiKeyRecord, createApiKeySecret } from "../access/api-key.ts";
import { readOrigins } from "../access/browser-key.ts";
import { readEmail, readShownName } from "../records/accounts.ts";
import { badInput, RecordError } from "../records/errors.ts";
import type { MemberRecord } from "../store/accounts.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, ProjectResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";
import type { ProjectSource } from "./sources.ts";

/** Lifetime of an invitation link: seven days, in milliseconds. */
const invitationMs = 7 * 24 * 3_600_000;

export const accountQueries: QueryResolvers = {
  viewer(_parent, _args, { actor, project }) {
    const { account, key, role } = actor;
    return {
      id: account?.id ?? null,
      name: account?.name ?? key?.name ?? "Local user",
      email: account?.email ?? null,
      role,
      permissions: permissions.filter((permission) => actor.permissions?.has(permission)),
      project: actor.permissions === null ? null : { ...project, role, lacksSecondFactor: actor.lacksSecondFactor },
    };
  },
  projects: (_parent, _args, context) => projectsOf(context),
  async members(_parent, _args, { store, project }) {
    return (await store.accounts.members(project.id)).map(toMember);
  },
  invitations: (_parent, _args, { store, project, now }) => store.accounts.invitations(project.id, now()),
  apiKeys: (_parent, _args, { store, project }) => store.projects.listKeys(project.id),
};

export const Project: ProjectResolvers = {
  requiresSecondFactor: ({ id }, _args, { store }) => store.projects.requiresSecondFactor(id),
  lacksSecondFactor: ({ lacksSecondFactor }) => lacksSecondFactor ?? false,
};

export const accountMutations: MutationResolvers = {
  async createProject(_parent, args, context) {
    const { actor, store, now, newId } = context;
    const projects = await projectsOf(context);
    if (actor.kind === "key" || !projects.some(isAdministered)) {
      const message = "Only an account that is owner or admin of a project can create projects";
      throw new RecordError("FORBIDDEN", message, { permission: "admin" });
    }
    const owners = actor.account ? [actor.account.id] : undefined;
    const project = { id: newId(), name: readShownName("name", args.name), createdAt: now() };
    return { ...(await store.projects.create(project, owners)), role: "owner" };
  },
  async updateProject(_parent, { name }, { actor, store, project }) {
    const renamed = await store.projects.rename(project.id, readShownName("name", name));
    if (!renamed) throw notFound("projectId", "project", project.id);
    return { ...renamed, role: actor.role };
  },
  async deleteProject(_parent, { name }, { actor, store, project, now }) {
    if (name !== project.name) throw badInput("name", "must be the name of the project, to confirm its deletion");
    const deleted = await store.projects.delete(project.id, now());
    if (!deleted) throw notFound("projectId", "project", project.id);
    return { ...deleted, role: actor.role };
  },
  async requireSecondFactor(_parent, { isRequired }, { actor, store, project }) {
    const changed = await store.projects.requireSecondFactor(project.id, isRequired);
    if (!changed) throw notFound("projectId", "project", project.id);
    return { ...changed, role: actor.role };
  },

  async inviteMember(_parent, args, context) {
    const { actor, store, project, now, newId, baseUrl, sendInvitation } = context;
    const token = createLinkToken();
    const createdAt = now();
    const email = readEmail("email", args.email);
    const members = await store.accounts.members(project.id);
    if (members.some(({ account }) => account.email === email)) {
      const message = `email: ${email} is already a member of the project`;
      throw new RecordError("CONFLICT", message, { field: "email", reason: "ALREADY_MEMBER" });
    }
    const invitation = {
      id: newId(),
      projectId: project.id,
      email,
      role: args.role,
      hash: hashLinkToken(token),
      invitedBy: actor.account?.id ?? null,
      createdAt,
      expiresAt: createdAt + invitationMs,
    };
    await store.accounts.invite(invitation);
    const url = `${baseUrl}/invitation?token=${token}`;
    if (!sendInvitation) return { invitation, url, isMailed: false, mailError: null };
    const inviter = actor.account?.name ?? null;
    const message = { to: invitation.email, url, projectName: project.name, role: args.role, inviter };
    const mailError = await sendInvitation(message);
    return { invitation, url, isMailed: mailError === null, mailError };
  },
  revokeInvitation: (_parent, { id }, { store, project }) => store.accounts.revokeInvitation(project.id, id),
  async updateMemberRole(_parent, { accountId, role }, { store, project }) {
    const member = await store.accounts.changeRole(project.id, accountId, role);
    if (!member) throw notFound("accountId", "member", accountId);
    return toMember(member);
  },
  async removeMember(_parent, { accountId }, { store, project }) {
    const member = await store.accounts.removeMember(project.id, accountId);
    return member && toMember(member);
  },

  async createApiKey(_parent, { name, scopes, origins, expiresAt }, { actor, store, project, now, newId }) {
    if (scopes.length === 0) throw badInput("scopes", "must contain at least one");
    if (expiresAt != null && expiresAt <= now()) throw badInput("expiresAt", "must be in the future");
    const secret = createApiKeySecret();
    const key = apiKeyRecord({
      id: newId(),
      projectId: project.id,
      name: readShownName("name", name),
      scopes: [...new Set(scopes)],
      origins: readOrigins(scopes, origins),
      secret,
      createdAt: now(),
      createdBy: actor.account?.name,
      expiresAt,
    });
    return { apiKey: await store.projects.createKey(key), secret };
  },
  revokeApiKey: (_parent, { id }, { store, project, now }) => store.projects.revokeKey(project.id, id, now()),
};

async function projectsOf({ actor, store, project }: RequestContext): Promise<ProjectSource[]> {
  if (actor.kind === "key") return [{ ...project, role: null }];
  if (actor.account === null) return (await store.projects.list()).map((each) => ({ ...each, role: "owner" }));
  const memberships = await store.accounts.memberships(actor.account.id);
  return memberships.map(({ project: own, ...membership }) => ({ ...own, ...membership }));
}

function isAdministered({ role, lacksSecondFactor }: ProjectSource): boolean {
  return (role === "owner" || role === "admin") && lacksSecondFactor !== true;
}

function toMember({ account, ...membership }: MemberRecord): Omit<MemberRecord, "account"> & {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
} {
  return { accountId: account.id, email: account.email, name: account.name, ...membership };
}
