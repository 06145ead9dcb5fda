import { v7 as newId } from "uuid";
import { readOrigins } from "../access/browser-key.ts";
import { scopes as allScopes } from "../store/permissions.ts";
import type { Scope } from "../store/permissions.ts";
import type { ApiKeyRecord } from "../store/projects.ts";
import { formatDateTime } from "../records/date-time.ts";
import { apiKeyRecord, createApiKeySecret, isExpired } from "../access/api-key.ts";
import { CommandError } from "./command-error.ts";
import { formatTable } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { findProject, withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

const dayMs = 86_400_000;
const maxDays = 3_650;

export interface ProjectFlags extends DataFlags {
  readonly project: string;
}

/** Creates a key, and prints only its secret to standard output. */
export async function createKey(
  flags: ProjectFlags & {
    readonly name: string;
    readonly scopes: string;
    readonly origins?: string;
    readonly expiresDays?: string;
  },
  terminal: Terminal,
): Promise<void> {
  const scopes = readScopes(flags.scopes);
  const origins = readOriginFlag(scopes, flags.origins);
  const createdAt = Date.now();
  const expiresAt = readExpiry(flags.expiresDays, createdAt);
  const secret = createApiKeySecret();
  const project = await withStore(flags, terminal, {
    run: async (store) => {
      const found = await findProject(store, flags.project);
      const key = {
        id: newId(),
        projectId: found.id,
        name: flags.name,
        scopes,
        origins,
        secret,
        createdAt,
        expiresAt,
      };
      await store.projects.createKey(apiKeyRecord(key));
      return found;
    },
  });
  terminal.notices.write(`New API key of the project "${project.name}" (shown only once):\n`);
  terminal.output.write(`${secret}\n`);
}

function readScopes(text: string): Scope[] {
  const given = text.split(",").map((part) => part.trim());
  const scopes = allScopes.filter((scope) => given.includes(scope));
  if (scopes.length === new Set(given).size) return scopes;
  throw new CommandError(`--scopes must be a comma-separated list of ${allScopes.join(", ")}, not "${text}".`);
}

function readOriginFlag(scopes: readonly Scope[], text: string | undefined): readonly string[] | undefined {
  try {
    return readOrigins(
      scopes,
      text?.split(",").map((part) => part.trim()),
    );
  } catch (error) {
    throw new CommandError(`--${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readExpiry(days: string | undefined, createdAt: number): number | null {
  if (days === undefined) return null;
  const count = Number(days);
  if (/^\d+$/.test(days) && count >= 1 && count <= maxDays) return createdAt + count * dayMs;
  throw new CommandError(`--expires-days must be a whole number from 1 to ${maxDays}, not "${days}".`);
}

function stateOf({ expiresAt, revokedAt }: Pick<ApiKeyRecord, "expiresAt" | "revokedAt">): string {
  if (revokedAt !== null) return `revoked ${formatDateTime(revokedAt)}`;
  if (expiresAt === null) return "valid";
  return `${isExpired({ expiresAt }, Date.now()) ? "expired" : "valid until"} ${formatDateTime(expiresAt)}`;
}

export async function listKeys(flags: ProjectFlags, terminal: Terminal): Promise<void> {
  const keys = await withStore(flags, terminal, {
    run: async (store) => store.projects.listKeys((await findProject(store, flags.project)).id),
  });
  const rows = keys.map(({ id, name, scopes, prefix, last4, createdAt, lastUsedAt, ...key }) => [
    id,
    name,
    scopes.join(","),
    `${prefix}...${last4}`,
    formatDateTime(createdAt),
    lastUsedAt === null ? "never" : formatDateTime(lastUsedAt),
    stateOf(key),
  ]);
  terminal.output.write(formatTable([["ID", "NAME", "SCOPES", "KEY", "CREATED", "LAST USED", "STATE"], ...rows]));
}

export async function revokeKey(id: string, flags: ProjectFlags, terminal: Terminal): Promise<void> {
  await withStore(flags, terminal, {
    run: async (store) => {
      const project = await findProject(store, flags.project);
      if (!(await store.projects.revokeKey(project.id, id, Date.now()))) {
        throw new CommandError(
          `Key ${id} not found in the project "${project.name}". List keys with "threadline key list".`,
        );
      }
    },
  });
  terminal.notices.write(`Revoked ${id}. A running server rejects it within a second.\n`);
}
