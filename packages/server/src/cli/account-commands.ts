import { randomBytes } from "node:crypto";
import { disableAccount, enableAccount } from "../accounts/disable-account.ts";
import { endSecondFactor } from "../accounts/end-second-factor.ts";
import { createPasswordHasher } from "../accounts/password-hasher.ts";
import { canonicalEmail, lowerAscii } from "../records/accounts.ts";
import type { AccountStore } from "../store/accounts.ts";
import { CommandError } from "./command-error.ts";
import { formatTable } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

export async function listAccounts(flags: DataFlags, terminal: Terminal): Promise<void> {
  const rows = await withStore(flags, terminal, {
    run: async ({ accounts }) => {
      const users = await accounts.findRows("user", [], { orderBy: { field: "createdAt", direction: "asc" } });
      return Promise.all(
        users.map(async ({ id, email, name, disabledAt }) => {
          const memberships = await accounts.memberships(String(id));
          const projects = memberships.map(({ project, role }) => `${project.name} (${role})`).join(", ");
          const state = typeof disabledAt === "number" ? `disabled ${new Date(disabledAt).toISOString()}` : "";
          return [String(email), String(name), projects, state];
        }),
      );
    },
  });
  terminal.output.write(formatTable([["EMAIL", "NAME", "PROJECTS", ""], ...rows]));
}

/**
 * Disables two-factor authentication of an account whose authenticator and backup codes are lost. Revokes all its
 * sessions.
 */
export async function resetSecondFactor(email: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  const address = lowerAscii(email.trim());
  const found = await withStore(flags, terminal, {
    run: async ({ accounts }) => {
      const [user] = await accounts.findRows("user", [{ field: "email", operator: "=", value: address }]);
      if (user) await endSecondFactor(accounts, String(user["id"]));
      return user;
    },
  });
  if (!found) throw noAccount(email);
  terminal.notices.write(
    `${address} can sign in with the password alone until two-factor authentication is set up again.\n`,
  );
}

export async function setAccountDisabled(
  email: string,
  isDisabled: boolean,
  flags: DataFlags,
  terminal: Terminal,
): Promise<void> {
  const address = lowerAscii(email.trim());
  const orphaned = await withStore(flags, terminal, {
    async run({ accounts }) {
      const [user] = await accounts.findRows("user", [{ field: "email", operator: "=", value: address }]);
      if (!user) throw noAccount(email);
      const id = String(user["id"]);
      if (!isDisabled) {
        await enableAccount(accounts, id);
        return [];
      }
      await disableAccount(accounts, id, Date.now());
      return projectsWithoutOwner(accounts, id);
    },
  });
  terminal.notices.write(
    isDisabled
      ? `${address} is signed out everywhere and cannot sign in. To undo this: threadline account enable ${address}\n`
      : `${address} can sign in again.\n`,
  );
  if (orphaned.length > 0)
    terminal.notices.write(`Projects left without an owner who can sign in: ${orphaned.join(", ")}\n`);
}

async function projectsWithoutOwner(accounts: AccountStore, accountId: string): Promise<string[]> {
  const disabled = await accounts.findRows("user", [{ field: "disabledAt", operator: "!=", value: null }]);
  const ids = new Set(disabled.map(({ id }) => id));
  const owned = (await accounts.memberships(accountId)).filter(({ role }) => role === "owner");
  const members = await Promise.all(owned.map(({ project }) => accounts.members(project.id)));
  return owned
    .filter((_, index) => !members[index]?.some(({ role, account }) => role === "owner" && !ids.has(account.id)))
    .map(({ project }) => project.name);
}

/** Revokes all sessions of an account, or those of all accounts if `email` is undefined. */
export async function signOutAccounts(email: string | undefined, flags: DataFlags, terminal: Terminal): Promise<void> {
  const address = email === undefined ? undefined : lowerAscii(email.trim());
  const ended = await withStore(flags, terminal, {
    run: async ({ accounts }) => {
      if (address === undefined) return accounts.deleteRows("session", []);
      const [user] = await accounts.findRows("user", [{ field: "email", operator: "=", value: address }]);
      return user && accounts.deleteRows("session", [{ field: "userId", operator: "=", value: user["id"] ?? null }]);
    },
  });
  if (!ended) throw noAccount(email ?? "");
  terminal.notices.write(`Sessions revoked: ${ended.length}\n`);
}

/** Changes the email of an account, for example to free the address for another person. Credentials stay the same. */
export async function changeEmail(email: string, to: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  const [address, next] = [lowerAscii(email.trim()), canonicalEmail(to.trim())];
  if (next === null) throw new CommandError(`"${to}" is not a valid email address.`);
  await withStore(flags, terminal, {
    async run({ accounts }) {
      const taken = await accounts.findRows("user", [{ field: "email", operator: "=", value: next }]);
      if (taken.length > 0) throw new CommandError(`An account with the email ${next} already exists.`);
      const own = [{ field: "email", operator: "=", value: address }] as const;
      const changed = await accounts.updateRows("user", own, { email: next, emailVerified: false });
      if (changed.length === 0) throw noAccount(email);
    },
  });
  terminal.notices.write(`Changed the email of ${address} to ${next}.\n`);
}

/** Sets a random password and revokes every session of the account. Only the password is printed to standard output. */
export async function resetPassword(email: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await createPasswordHasher().hash(password);
  const account = await withStore(flags, terminal, {
    run: ({ accounts }) => accounts.setPassword(lowerAscii(email.trim()), passwordHash, Date.now()),
  });
  if (!account) throw noAccount(email);
  terminal.notices.write(`New password of ${account.email} (shown only once; change it after signing in):\n`);
  terminal.output.write(`${password}\n`);
}

function noAccount(email: string): CommandError {
  return new CommandError(`Account ${email} not found. List accounts with "threadline account list".`);
}
