import { mayGrant } from "../permissions.ts";
import type { AccountRecord, AccountStore, InvitationRecord } from "../accounts.ts";
import { requireGrant } from "../claims.ts";
import { invitations as table } from "../schema/accounts.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { requireClaim } from "./claims.ts";
import { addMember, readMember } from "./members.ts";

const invitations = new RecordTable(table);

export function createInvitationStore(
  sessions: Sessions,
): Pick<AccountStore, "findInvitation" | "invitations" | "invite" | "revokeInvitation"> {
  return {
    invite: (invitation, claim) =>
      sessions.write(invitation.projectId, async (session, project) => {
        const holder = await requireClaim(session, project, claim);
        requireGrant(claim, holder, invitation.role);
        const { email } = invitation;
        const replaced = await invitations.find(session, project, (query) => query.where("email", "=", email));
        if (replaced) {
          requireGrant(claim, holder, replaced.role);
          await invitations.delete(session, project, replaced.id);
        }
        await invitations.insert(session, project, invitation);
      }),

    invitations: (projectId, now) =>
      sessions.read(projectId, async (session, project) => {
        const records = await invitations.all(session, project, (query) =>
          query.where("expires_at", ">", now).orderBy("created_at").orderBy("id"),
        );
        return records.map((record) => ({ ...record, projectId }));
      }),

    findInvitation: (hash, now) =>
      sessions.readInstallation(async (session) => (await findInvitation(session, hash, now))?.invitation ?? null),

    revokeInvitation: (projectId, id, claim) =>
      sessions.write(projectId, async (session, project) => {
        const holder = await requireClaim(session, project, claim);
        const invitation = await invitations.get(session, project, id);
        if (invitation === null) return null;
        requireGrant(claim, holder, invitation.role);
        await invitations.delete(session, project, id);
        return { ...invitation, projectId };
      }),
  };
}

export async function accept(
  session: Session,
  account: AccountRecord,
  hash: string,
  now: number,
): Promise<InvitationRecord | null> {
  const asked = await findInvitation(session, hash, now);
  if (asked?.invitation.email !== account.email) return null;
  // Until this transaction holds the lock for member changes, another transaction may delete the invitation. So the
  // invitation is read again.
  await session.holdLock("members", asked.project);
  const found = await findInvitation(session, hash, now);
  if (found === null) return null;
  const { project, invitation } = found;
  await invitations.delete(session, project, invitation.id);
  await addMember(session, project, { account: account.id, role: invitation.role, createdAt: now });
  return invitation;
}

interface FoundInvitation {
  readonly invitation: InvitationRecord;
  readonly project: number;
}

/** Finds a valid invitation. Null if the account that created the invitation may no longer grant its role. */
async function findInvitation(session: Session, hash: string, now: number): Promise<FoundInvitation | null> {
  const row = await session.get(
    session.db
      .selectFrom("invitations as i")
      .innerJoin("projects as p", "p.key", "i.project_id")
      .selectAll("i")
      .select("p.id as projectId")
      .where("i.hash", "=", hash)
      .where("i.expires_at", ">", now),
  );
  if (row === undefined) return null;
  const found = { invitation: { ...table.toRecord(row), projectId: row.projectId }, project: row.project_id };
  const { invitedBy, role } = found.invitation;
  if (invitedBy === null) return found;
  const inviter = await readMember(session, found.project, invitedBy);
  return inviter?.disabledAt === null && mayGrant(inviter.role, role) ? found : null;
}
