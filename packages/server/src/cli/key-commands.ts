import { v7 as newId } from "uuid";
import { apiKeyRecord, createApiKeySecret } from "../http/api-key.ts";
import { CommandError } from "./command-error.ts";
import { formatTable } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { findProject, withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

export interface ProjectFlags extends DataFlags {
  readonly project: string;
}

/** Prints the secret, and nothing else, to the output. */
export async function createKey(flags: ProjectFlags & { readonly name: string }, terminal: Terminal): Promise<void> {
  const secret = createApiKeySecret();
  const project = await withStore(flags, terminal, {
    run: async (store) => {
      const found = await findProject(store, flags.project);
      const key = { id: newId(), projectId: found.id, name: flags.name, secret, createdAt: Date.now() };
      await store.projects.createKey(apiKeyRecord(key));
      return found;
    },
  });
  terminal.notices.write(`A key of the project "${project.name}", shown only now:\n`);
  terminal.output.write(`${secret}\n`);
}

export async function listKeys(flags: ProjectFlags, terminal: Terminal): Promise<void> {
  const keys = await withStore(flags, terminal, {
    run: async (store) => store.projects.listKeys((await findProject(store, flags.project)).id),
  });
  const rows = keys.map(({ id, name, prefix, last4, createdAt, revokedAt }) => [
    id,
    name,
    `${prefix}...${last4}`,
    new Date(createdAt).toISOString(),
    revokedAt === null ? "valid" : `revoked ${new Date(revokedAt).toISOString()}`,
  ]);
  terminal.output.write(formatTable([["ID", "NAME", "KEY", "CREATED", "STATE"], ...rows]));
}

export async function revokeKey(id: string, flags: ProjectFlags, terminal: Terminal): Promise<void> {
  await withStore(flags, terminal, {
    run: async (store) => {
      const project = await findProject(store, flags.project);
      if (!(await store.projects.revokeKey(project.id, id, Date.now()))) {
        throw new CommandError(`The project "${project.name}" has no key ${id}. See them with "threadline key list".`);
      }
    },
  });
  terminal.notices.write(`Revoked ${id}. A running server refuses it within a second.\n`);
}
