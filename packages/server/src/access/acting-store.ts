import { decorate } from "../store/decorate.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { Claim } from "../store/claims.ts";
import type { ProjectStore } from "../store/projects.ts";
import type { ShareStore } from "../store/shares.ts";
import type { ModelConnectionStore } from "../store/model-connections.ts";
import type { Store } from "../store/store.ts";
import type { Actor } from "./actor.ts";
import { fieldPermissions } from "./field-permissions.ts";
import type { Permission } from "../store/permissions.ts";

/**
 * Returns a store that checks the rights of an actor. For each account action, it passes a claim to the store: the
 * actor, and the permission that the action needs. The store checks the claim in the transaction of the action. So the
 * action is rejected if the permission was withdrawn in the meantime.
 *
 * Methods that are set to `refuse` are not available to requests.
 */
export function actingStore(store: Store, actor: Actor): Store {
  /**
   * Returns the claim that the caller has a permission. Undefined on a service without login, where every caller has
   * every permission.
   */
  const claim = (permission: Permission | undefined): Claim | undefined => {
    if (permission === undefined) throw new Error("No permission is defined for this account action");
    if (actor.kind === "noLogin") return undefined;
    const id = actor.kind === "key" ? actor.key?.id : actor.account?.id;
    if (id === undefined) throw new Error("Account actions require an API key or an account");
    return { kind: actor.kind === "key" ? "key" : "account", id, permission };
  };
  const to = (field: string): Claim | undefined => claim(fieldPermissions[`Mutation.${field}`]?.anyOf[0]);

  const { projects, accounts, shares, channels, modelConnections, usage, users } = store;
  const acting: Pick<Store, "accounts" | "channels" | "modelConnections" | "projects" | "shares" | "usage" | "users"> =
    {
      projects: {
        create: (project, owners) => projects.create(project, owners, claim("admin")),
        rename: (id, name) => projects.rename(id, name, to("updateProject")),
        delete: (id, deletedAt) => projects.delete(id, deletedAt, to("deleteProject")),
        requireSecondFactor: (id, isRequired) =>
          projects.requireSecondFactor(id, isRequired, to("requireSecondFactor")),
        createKey: (key) => projects.createKey(key, to("createApiKey")),
        revokeKey: (projectId, id, revokedAt) => projects.revokeKey(projectId, id, revokedAt, to("revokeApiKey")),
        recordKeyUse: refuse,
        settle: refuse,
        setRetention: refuse,
        ...pick(projects, ["retention", "ownRetention", "requiresSecondFactor", "list", "find", "listKeys", "findKey"]),
      } satisfies ProjectStore,
      accounts: {
        changeRole: (projectId, accountId, role) =>
          accounts.changeRole(projectId, accountId, role, to("updateMemberRole")),
        removeMember: (projectId, accountId) => accounts.removeMember(projectId, accountId, to("removeMember")),
        invite: (invitation) => accounts.invite(invitation, to("inviteMember")),
        revokeInvitation: (projectId, id) => accounts.revokeInvitation(projectId, id, to("revokeInvitation")),
        // Not available to requests in a project. Sign-in and changes of one's own account have routes of their own.
        createFirst: refuse,
        createInvited: refuse,
        acceptInvitation: refuse,
        setPassword: refuse,
        addMember: refuse,
        insertRow: refuse,
        findRows: refuse,
        updateRows: refuse,
        deleteRows: refuse,
        ...pick(accounts, ["count", "get", "memberships", "members", "invitations", "findInvitation"]),
      } satisfies AccountStore,
      shares: {
        create: (projectId, share, limit) => shares.create(projectId, share, limit, to("shareThread")),
        delete: (projectId, id) => shares.delete(projectId, id, to("unshareThread")),
        ...pick(shares, ["ofThread", "find"]),
      } satisfies ShareStore,
      modelConnections: {
        create: (projectId, connection, limit) =>
          modelConnections.create(projectId, connection, limit, to("createModelConnection")),
        replace: (projectId, connection, updatedAt) =>
          modelConnections.replace(projectId, connection, updatedAt, to("updateModelConnection")),
        delete: (projectId, id) => modelConnections.delete(projectId, id, to("deleteModelConnection")),
        ...pick(modelConnections, ["all", "get", "spend"]),
      } satisfies ModelConnectionStore,
      channels: decorate(channels, {
        create: (projectId, channel, limit) => channels.create(projectId, channel, limit, to("createChannel")),
        replace: (projectId, channel, updatedAt) =>
          channels.replace(projectId, channel, updatedAt, to("updateChannel")),
        delete: (projectId, id, now) => channels.delete(projectId, id, now, to("deleteChannel")),
      }),
      usage: decorate(usage, {
        setQuota: refuse,
        setOwnLimits: (projectId, limits) => usage.setOwnLimits(projectId, limits, to("updateProjectLimits")),
      }),
      users: decorate(users, {
        deleteData: (projectId, id, deletedAt) =>
          users.deleteData(projectId, id, deletedAt, to("deleteParticipantData")),
      }),
    };
  return decorate(store, acting);
}

function pick<Part extends object, const Name extends keyof Part>(
  part: Part,
  names: readonly Name[],
): Pick<Part, Name> {
  return Object.fromEntries(names.map((name) => [name, part[name]])) as Pick<Part, Name>; // its keys are `names`
}

async function refuse(): Promise<never> {
  throw new Error("Requests of a project cannot use this account operation");
}
