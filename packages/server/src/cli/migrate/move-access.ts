import type { JsonObject } from "../../json/json-value.ts";
import type { Store } from "../../store/store.ts";
import type { AccountIds } from "./move-accounts.ts";

/**
 * Grants the same access to the target project as at the source: members, key hashes, invitations, the two-factor
 * requirement, and quotas.
 */
export async function moveAccess(source: Store, target: Store, projectId: string, accounts: AccountIds): Promise<void> {
  const members = await source.accounts.members(projectId);
  // Adds owners first, because a project must always have an owner.
  const ownersFirst = members.toSorted((one, other) => Number(other.role === "owner") - Number(one.role === "owner"));
  for (const { account, role, createdAt } of ownersFirst) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await target.accounts.addMember(projectId, accounts.get(account.id) ?? account.id, role, createdAt);
  }
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const key of await source.projects.listKeys(projectId)) await target.projects.createKey(key);
  for (const invitation of await source.accounts.invitations(projectId, 0)) {
    const { invitedBy } = invitation;
    const inviter = invitedBy === null ? null : (accounts.get(invitedBy) ?? invitedBy);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await target.accounts.invite({ ...invitation, invitedBy: inviter });
  }
  if (await source.projects.requiresSecondFactor(projectId)) {
    await target.projects.requireSecondFactor(projectId, true);
  }
  const { quota, ownQuota } = await source.usage.get(projectId);
  if (quota.stepsPerDay !== null || quota.storedBytes !== null) await target.usage.setQuota(projectId, quota);
  if (ownQuota.stepsPerDay !== null || ownQuota.storedBytes !== null) {
    await target.usage.setOwnLimits(projectId, ownQuota);
  }
}

/** Sets the retention at the target. Call it only after both stores were compared, because it deletes records. */
export async function moveRetention(source: Store, target: Store, projectId: string): Promise<void> {
  const retention = await source.projects.retention(projectId);
  if (retention !== null) await target.projects.setRetention(projectId, retention);
  const ownRetention = await source.projects.ownRetention(projectId);
  if (ownRetention !== null) await target.usage.setOwnLimits(projectId, { retentionDays: ownRetention });
}

/**
 * Members, API keys, invitations, quota, retention and required second factor of a project. The key is the kind of the
 * entry, followed by the email of a member, or by the id of an API key or invitation.
 */
export type Access = ReadonlyMap<string, JsonObject>;

export async function readAccess(store: Store, projectId: string): Promise<Access> {
  const access = new Map<string, JsonObject>();
  const members = await store.accounts.members(projectId);
  for (const { account, role, createdAt } of members) {
    const { email } = account;
    access.set(`member ${email}`, { kind: "member", email, role, createdAt });
  }
  for (const key of await store.projects.listKeys(projectId)) {
    access.set(`apiKey ${key.id}`, {
      kind: "apiKey",
      ...key,
      scopes: [...key.scopes],
      origins: key.origins && [...key.origins],
    });
  }
  for (const invitation of await store.accounts.invitations(projectId, 0)) {
    // The inviter is identified by email, because account ids may differ between the two stores.
    const inviter = members.find(({ account }) => account.id === invitation.invitedBy);
    const invitedBy = inviter?.account.email ?? null;
    access.set(`invitation ${invitation.id}`, { kind: "invitation", ...invitation, invitedBy });
  }
  const { quota } = await store.usage.get(projectId);
  if (quota.stepsPerDay !== null || quota.storedBytes !== null) access.set("quota", { kind: "quota", ...quota });
  if (await store.projects.requiresSecondFactor(projectId)) {
    access.set("secondFactor", { kind: "secondFactor", isRequired: true });
  }
  const days = await store.projects.retention(projectId);
  if (days !== null) access.set("retention", { kind: "retention", days });
  return access;
}
