import { describe, expect, test } from "vitest";
import type { InvitationRecord, NewAccount } from "../accounts.ts";
import type { Permission } from "../permissions.ts";
import type { Claim } from "../claims.ts";
import { ConflictError, ForbiddenError } from "../errors.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

function account(id: string): NewAccount {
  return { id, email: `${id}@example.com`, name: id, createdAt: 5, passwordHash: `hash of ${id}` };
}

function invitation(change: Partial<InvitationRecord> = {}): InvitationRecord {
  return {
    id: "invitation",
    projectId: project,
    email: "grace@example.com",
    role: "editor",
    hash: "aa",
    invitedBy: null,
    createdAt: 10,
    expiresAt: 20,
    ...change,
  };
}

const ada = { id: "ada", email: "ada@example.com", name: "ada", createdAt: 5 };
const grace = { ...ada, id: "grace", email: "grace@example.com", name: "grace" };

export function describeAccounts(openStore: OpenStore): void {
  describe("accounts", () => {
    test("the first account owns every project, and only one account can be created as the first", () =>
      withStore(openStore, async ({ accounts }) => {
        expect(await accounts.count()).toBe(0);
        const made = await Promise.allSettled([
          accounts.createFirst(account("ada")),
          accounts.createFirst(account("b")),
        ]);
        // With several connections, either call can succeed.
        expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        const [first, second] = made[0]?.status === "fulfilled" ? ["ada", "b"] : ["b", "ada"];
        await expect(accounts.createFirst(account("c"))).rejects.toThrow(ConflictError);
        expect(await accounts.count()).toBe(1);
        expect(await accounts.get(first)).toEqual({ ...ada, id: first, email: `${first}@example.com`, name: first });
        expect(await accounts.get(second)).toBeNull();
        expect((await accounts.memberships(first)).map((each) => [each.project.id, each.role])).toEqual([
          [project, "owner"],
          [otherProject, "owner"],
        ]);
      }));

    test("a new project belongs to the given owners, or to the owners of the oldest project", () =>
      withStore(openStore, async ({ accounts, projects }) => {
        await accounts.createFirst(account("ada"));
        await accounts.invite(invitation());
        await accounts.createInvited({ ...account("grace"), createdAt: 11 }, "aa");
        await projects.create({ id: "c", name: "gamma", createdAt: 6 }, ["grace"]);
        await projects.create({ id: "d", name: "delta", createdAt: 7 });
        expect(await accounts.members("c")).toEqual([
          { account: { ...grace, createdAt: 11 }, role: "owner", secondFactor: "off", disabledAt: null, createdAt: 6 },
        ]);
        await accounts.updateRows("user", [{ field: "id", operator: "=", value: "grace" }], { disabledAt: 12 });
        expect((await accounts.members("c")).map(({ disabledAt }) => disabledAt)).toEqual([12]);
        expect((await accounts.members("d")).map((member) => member.account.id)).toEqual(["ada"]);
      }));

    test("a project may require a second factor, and shows whether each member has one", () =>
      withStore(openStore, async ({ accounts, projects }) => {
        await accounts.createFirst(account("ada"));
        const state = async () => ({
          members: (await accounts.members(project)).map(({ secondFactor }) => secondFactor),
          lacking: (await accounts.memberships("ada")).map(({ lacksSecondFactor }) => lacksSecondFactor),
        });
        expect(await projects.requiresSecondFactor(project)).toBe(false);
        expect(await state()).toEqual({ members: ["off"], lacking: [false, false] });
        const record = { id: project, name: "alpha", createdAt: 1 };
        expect(await projects.requireSecondFactor(project, true)).toEqual(record);
        expect([
          await projects.requiresSecondFactor(project),
          await projects.requiresSecondFactor(otherProject),
        ]).toEqual([true, false]);
        expect(await state()).toEqual({ members: ["off"], lacking: [true, false] });

        const own = [{ field: "id", operator: "=", value: "ada" }] as const;
        await accounts.updateRows("user", own, { twoFactorEnabled: true });
        expect(await state()).toEqual({ members: ["on"], lacking: [false, false] });
        await accounts.updateRows("user", own, { twoFactorEnabled: false });
        await accounts.deleteRows("account", [{ field: "userId", operator: "=", value: "ada" }]);
        expect(await state()).toEqual({ members: ["provider"], lacking: [false, false] });
        await accounts.setPassword("ada@example.com", "hash", 9);
        expect(await state()).toEqual({ members: ["off"], lacking: [true, false] });
        await projects.requireSecondFactor(project, false);
        expect(await state()).toEqual({ members: ["off"], lacking: [false, false] });
        expect(await projects.requireSecondFactor("none", true)).toBeNull();
        expect(await projects.requiresSecondFactor("none")).toBe(false);
      }));

    test("an invitation creates one account, for its email, before it expires", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.invite(invitation());
        const late = { ...account("grace"), createdAt: 20 };
        const inTime = { ...account("grace"), createdAt: 19 };
        expect(await accounts.createInvited(late, "aa")).toBeNull();
        expect(await accounts.createInvited({ ...account("eve"), createdAt: 11 }, "aa")).toBeNull();
        expect(await accounts.createInvited(inTime, "bb")).toBeNull();
        expect(await accounts.count()).toBe(0);
        expect(await accounts.createInvited(inTime, "aa")).toEqual(invitation());
        expect(await accounts.createInvited(inTime, "aa")).toBeNull();
        expect((await accounts.members(project)).map(({ role, createdAt }) => [role, createdAt])).toEqual([
          ["editor", 19],
        ]);
        expect(await accounts.members(otherProject)).toEqual([]);
      }));

    test("an email has one account, and a failed invitation stays valid", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("grace"));
        await accounts.invite(invitation());
        await expect(
          accounts.createInvited({ ...account("other"), email: "grace@example.com", createdAt: 11 }, "aa"),
        ).rejects.toThrow(ConflictError);
        expect(await accounts.findInvitation("aa", 11)).toEqual(invitation());
      }));

    test("accepting an invitation does not change the role of a member", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("grace"));
        await accounts.invite(invitation({ role: "viewer" }));
        expect(await accounts.acceptInvitation("unknown", "aa", 11)).toBeNull();
        expect(await accounts.acceptInvitation("grace", "aa", 11)).toEqual(invitation({ role: "viewer" }));
        expect((await accounts.members(project))[0]?.role).toBe("owner");
      }));

    test("invitations are listed until they end, one per email, and revoked only in their project", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.invite(invitation());
        await accounts.invite(invitation({ id: "second", hash: "bb", role: "admin" }));
        await accounts.invite(invitation({ id: "other", hash: "cc", projectId: otherProject }));
        expect((await accounts.invitations(project, 19)).map(({ id }) => id)).toEqual(["second"]);
        expect(await accounts.invitations(project, 20)).toEqual([]);
        expect(await accounts.findInvitation("aa", 11)).toBeNull();
        expect(await accounts.revokeInvitation(otherProject, "second")).toBeNull();
        expect((await accounts.revokeInvitation(project, "second"))?.role).toBe("admin");
        expect(await accounts.invitations(project, 11)).toEqual([]);
        expect((await accounts.invitations(otherProject, 11)).map(({ id }) => id)).toEqual(["other"]);
      }));

    test("a project keeps an owner despite concurrent changes", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("ada"));
        await accounts.invite(invitation({ role: "owner" }));
        await accounts.createInvited({ ...account("grace"), createdAt: 11 }, "aa");
        const left = await Promise.allSettled([
          accounts.removeMember(project, "ada"),
          accounts.changeRole(project, "grace", "viewer"),
        ]);
        expect(left.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        const isRemoved = left[0]?.status === "fulfilled";
        expect((await accounts.members(project)).map((member) => [member.account.id, member.role])).toEqual(
          isRemoved
            ? [["grace", "owner"]]
            : [
                ["ada", "owner"],
                ["grace", "viewer"],
              ],
        );
        if (!isRemoved) await accounts.changeRole(project, "grace", "owner");
        expect((await accounts.removeMember(project, "ada"))?.role ?? null).toBe(isRemoved ? null : "owner");
        expect((await accounts.memberships("ada")).map((each) => each.project.id)).toEqual([otherProject]);
      }));

    test("changing a role never adds a member, and adding a member never changes a role", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("ada"));
        await accounts.createFirst(account("eve")).catch(() => {});
        await accounts.addMember(project, "ada", "viewer", 9);
        expect(await accounts.changeRole(project, "none", "owner")).toBeNull();
        expect(await accounts.removeMember(project, "none")).toBeNull();
        expect((await accounts.members(project)).map((member) => [member.account.id, member.role])).toEqual([
          ["ada", "owner"],
        ]);
      }));

    test("an invitation is valid as long as its creator may invite", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("ada"));
        await accounts.invite(invitation({ role: "owner" }));
        await accounts.createInvited({ ...account("grace"), createdAt: 11 }, "aa");
        const invite = (id: string, role: InvitationRecord["role"], projectId = project): Promise<void> =>
          accounts.invite(
            invitation({ id, role, projectId, email: `${id}@example.com`, hash: id, invitedBy: "grace" }),
          );
        await invite("an-owner", "owner");
        await invite("an-admin", "admin");
        await invite("a-viewer", "viewer");
        const open = async (): Promise<string[]> => (await accounts.invitations(project, 11)).map(({ id }) => id);
        await accounts.changeRole(project, "grace", "admin");
        expect((await open()).toSorted()).toEqual(["a-viewer", "an-admin"]);
        await accounts.updateRows("user", [{ field: "id", operator: "=", value: "grace" }], { disabledAt: 12 });
        expect(await accounts.findInvitation("an-admin", 11)).toBeNull();
        expect(await accounts.createInvited({ ...account("an-admin"), createdAt: 11 }, "an-admin")).toBeNull();
        await accounts.updateRows("user", [{ field: "id", operator: "=", value: "grace" }], { disabledAt: null });
        expect((await accounts.findInvitation("an-admin", 11))?.role).toBe("admin");
        await accounts.removeMember(project, "grace");
        expect(await open()).toEqual([]);
        await accounts.addMember(project, "grace", "owner", 13);
        expect(await accounts.findInvitation("an-admin", 11)).toBeNull();
      }));

    test("an account action checks the current permissions of its claimant", () =>
      withStore(openStore, async ({ accounts, projects, shares }) => {
        await accounts.createFirst(account("ada"));
        const by = (id: string, permission: Permission = "admin"): Claim => ({ kind: "account", id, permission });
        await accounts.invite(invitation({ role: "admin" }), by("ada"));
        await accounts.createInvited({ ...account("grace"), createdAt: 11 }, "aa");
        await expect(accounts.changeRole(project, "ada", "viewer", by("grace"))).rejects.toThrow(ForbiddenError);
        await expect(accounts.changeRole(project, "grace", "owner", by("grace"))).rejects.toThrow(ForbiddenError);
        await expect(accounts.removeMember(project, "ada", by("grace"))).rejects.toThrow(ForbiddenError);
        await accounts.invite(invitation({ id: "o", hash: "oo", email: "o@example.com", role: "owner" }), by("ada"));
        await expect(accounts.revokeInvitation(project, "o", by("grace"))).rejects.toThrow(ForbiddenError);
        const lower = invitation({ id: "p", hash: "pp", email: "o@example.com", role: "viewer" });
        await expect(accounts.invite(lower, by("grace"))).rejects.toThrow(ForbiddenError);
        const refused = await accounts
          .changeRole(project, "ada", "viewer", by("grace"))
          .catch((error: unknown) => error);
        expect(refused).toMatchObject({ permission: "own", message: expect.stringContaining("Your account") });
        expect((await projects.rename(project, "renamed", by("grace")))?.name).toBe("renamed");
        await expect(projects.rename(otherProject, "foreign", by("grace"))).rejects.toThrow(ForbiddenError);
        await expect(projects.delete(project, 9, by("grace", "own"))).rejects.toThrow(ForbiddenError);
        await expect(projects.requireSecondFactor(project, true, by("ada", "own"))).rejects.toThrow(ConflictError);
        const key = { kind: "key", id: "key-1", permission: "write" } as const;
        const link = { id: "link", createdAt: 1, threadId: "t", createdBy: null, expiresAt: null };
        await expect(shares.create(project, link, 9, key)).rejects.toThrow(ForbiddenError);
        await expect(shares.create(project, link, 9, by("eve", "write"))).rejects.toThrow(ForbiddenError);
        expect(await shares.create(project, link, 9, by("grace", "write"))).toEqual(link);
      }));

    test("rows of the authentication library are found, changed and deleted by conditions", () =>
      withStore(openStore, async ({ accounts }) => {
        const row = { userId: "ada", createdAt: 1, updatedAt: 1, ipAddress: null, userAgent: null };
        for (const [id, expiresAt] of [
          ["a", 10],
          ["b", 20],
          ["c", 30],
        ] as const) {
          await accounts.insertRow("session", { ...row, id, token: `token ${id}`, expiresAt });
        }
        const found = await accounts.findRows(
          "session",
          [
            { field: "expiresAt", operator: ">", value: 10 },
            { field: "ipAddress", operator: "=", value: null },
          ],
          { limit: 1, orderBy: { field: "expiresAt", direction: "desc" } },
        );
        expect(found).toEqual([{ ...row, id: "c", token: "token c", expiresAt: 30 }]);
        const changed = await accounts.updateRows("session", [{ field: "id", operator: "in", value: ["a", "b"] }], {
          expiresAt: 40,
        });
        expect(changed.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
          ["a", 40],
          ["b", 40],
        ]);
        expect(await accounts.deleteRows("session", [{ field: "expiresAt", operator: "<=", value: 30 }])).toEqual(
          found,
        );
        expect(await accounts.findRows("session", [])).toHaveLength(2);
        await expect(accounts.insertRow("session", { "id) --": "x" })).rejects.toThrow("has no column");
      }));

    test("a second factor is stored with its flags and times, once per account", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("ada"));
        const factor = { id: "f", userId: "ada", secret: "s", backupCodes: "[]", verified: false };
        await accounts.insertRow("twoFactor", factor);
        const rest = { failedVerificationCount: 0, lockedUntil: null };
        const own = [{ field: "userId", operator: "=", value: "ada" }] as const;
        expect(await accounts.findRows("twoFactor", own)).toEqual([{ ...factor, ...rest }]);
        expect(await accounts.updateRows("twoFactor", own, { verified: true, lockedUntil: 9 })).toEqual([
          { ...factor, ...rest, verified: true, lockedUntil: 9 },
        ]);
        await expect(accounts.insertRow("twoFactor", { ...factor, id: "g" })).rejects.toThrow();
        const isEnabled = async () => (await accounts.findRows("user", []))[0]?.["twoFactorEnabled"];
        expect(await isEnabled()).toBe(false);
        await accounts.updateRows("user", [{ field: "id", operator: "=", value: "ada" }], { twoFactorEnabled: true });
        expect(await isEnabled()).toBe(true);
      }));

    test("a new password ends the old one and every session", () =>
      withStore(openStore, async ({ accounts }) => {
        await accounts.createFirst(account("ada"));
        const row = { createdAt: 1, updatedAt: 1, expiresAt: 9 };
        await accounts.insertRow("session", { ...row, id: "s", token: "t", userId: "ada" });
        await accounts.insertRow("session", { ...row, id: "o", token: "o", userId: "other" });
        expect(await accounts.setPassword("eve@example.com", "new", 6)).toBeNull();
        expect(await accounts.setPassword("ada@example.com", "new", 6)).toEqual(ada);
        const logins = await accounts.findRows("account", [{ field: "userId", operator: "=", value: "ada" }]);
        expect(logins.map(({ providerId, password }) => [providerId, password])).toEqual([["credential", "new"]]);
        expect((await accounts.findRows("session", [])).map(({ id }) => id)).toEqual(["o"]);
      }));
  });
}
