import { mayGrant, type Role, roles } from "../permissions.ts";
import type { AccountStore, MemberRecord } from "../accounts.ts";
import { requireGrant } from "../claims.ts";
import { ConflictError } from "../errors.ts";
import type { Session, Sessions } from "../session/session.ts";
import { requireClaim, secondFactor } from "./claims.ts";

export function createMemberStore(
  sessions: Sessions,
): Pick<AccountStore, "addMember" | "changeRole" | "members" | "memberships" | "removeMember"> {
  return {
    memberships: (accountId) =>
      sessions.readInstallation(async (session) => {
        const rows = await session.all(
          session.db
            .selectFrom("members as m")
            .innerJoin("projects as p", "p.key", "m.project_id")
            .innerJoin("accounts as a", "a.id", "m.account")
            .select(["p.id", "p.name", "p.created_at as createdAt", "p.requires_second_factor as isFactorRequired"])
            .select(["m.role", secondFactor.as("factor")])
            .where("m.account", "=", accountId)
            .orderBy("p.key"),
        );
        return rows.map(({ role, isFactorRequired, factor, ...project }) => ({
          project,
          role,
          lacksSecondFactor: isFactorRequired === 1 && factor === "off",
        }));
      }),

    members: (projectId) => sessions.read(projectId, (session, project) => readMembers(session, project)),

    addMember: (projectId, account, role, createdAt) =>
      sessions.write(projectId, (session, project) => addMember(session, project, { account, role, createdAt })),

    changeRole: (projectId, accountId, role, claim) =>
      sessions.write(projectId, async (session, project) => {
        const holder = await requireClaim(session, project, claim);
        const member = await readMember(session, project, accountId);
        if (member === null) return null;
        requireGrant(claim, holder, member.role);
        requireGrant(claim, holder, role);
        const own = session.db.updateTable("members").set({ role }).where("project_id", "=", project);
        await session.run(own.where("account", "=", accountId));
        await requireOwner(session, project);
        await deleteInvitations(session, project, accountId, role);
        return { ...member, role };
      }),

    removeMember: (projectId, accountId, claim) =>
      sessions.write(projectId, async (session, project) => {
        const holder = await requireClaim(session, project, claim);
        const member = await readMember(session, project, accountId);
        if (member === null) return null;
        requireGrant(claim, holder, member.role);
        const own = session.db.deleteFrom("members").where("project_id", "=", project);
        await session.run(own.where("account", "=", accountId));
        await requireOwner(session, project);
        await deleteInvitations(session, project, accountId, null);
        return member;
      }),
  };
}

/** Adds a member. An existing member keeps its role. */
export async function addMember(
  session: Session,
  project: number,
  { account, role, createdAt }: { readonly account: string; readonly role: Role; readonly createdAt: number },
): Promise<void> {
  await session.run(
    session.db
      .insertInto("members")
      .values({ project_id: project, account, role, created_at: createdAt })
      .onConflict((on) => on.doNothing()),
  );
}

export async function ownersOfOldest(session: Session): Promise<string[]> {
  const { db } = session;
  const oldest = db.selectFrom("projects").select(({ fn }) => fn.min("key").as("key"));
  const owners = await session.all(
    db.selectFrom("members").select("account").where("role", "=", "owner").where("project_id", "=", oldest),
  );
  return owners.map(({ account }) => account);
}

export async function readMember(session: Session, project: number, account: string): Promise<MemberRecord | null> {
  return (await readMembers(session, project, account))[0] ?? null;
}

/** Selects the members of a project in order of joining, or only the member with the given account. */
async function readMembers(session: Session, project: number, account?: string): Promise<MemberRecord[]> {
  const rows = await session.all(
    session.db
      .selectFrom("members as m")
      .innerJoin("accounts as a", "a.id", "m.account")
      .select(["a.id", "a.email", "a.name", "a.created_at as createdAt", "a.disabled_at as disabledAt", "m.role"])
      .select(["m.created_at as joinedAt", secondFactor.as("secondFactor")])
      .where("m.project_id", "=", project)
      .$if(account !== undefined, (all) => all.where("m.account", "=", account ?? ""))
      .orderBy("m.created_at")
      .orderBy("a.email"),
  );
  return rows.map(({ role, secondFactor: factor, disabledAt, joinedAt, ...found }) => ({
    account: found,
    role,
    secondFactor: factor,
    disabledAt,
    createdAt: joinedAt,
  }));
}

/** Rejects with a `ConflictError`, which rolls back the change, if no owner is left. */
async function requireOwner(session: Session, project: number): Promise<void> {
  const members = session.db.selectFrom("members").select("account").where("project_id", "=", project);
  if ((await session.get(members.where("role", "=", "owner").limit(1))) !== undefined) return;
  throw new ConflictError("A project needs at least one owner; make another member an owner first.");
}

/**
 * Deletes invitations that a member created. If `role` is null, deletes all of them. Otherwise, `role` is the new role
 * of the member, and only invitations to roles that the new role may not grant are deleted.
 */
async function deleteInvitations(session: Session, project: number, account: string, role: Role | null): Promise<void> {
  const withheld = roles.filter((each) => role === null || !mayGrant(role, each));
  await session.run(
    session.db
      .deleteFrom("invitations")
      .where("project_id", "=", project)
      .where("invited_by", "=", account)
      .where(session.dialect.isIn("role", withheld)),
  );
}
