import { v7 as newId } from "uuid";
import { ConflictError } from "../store/errors.ts";
import { CommandError } from "./command-error.ts";
import { formatTable } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

const maxNameLength = 255;

export async function createProject(name: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  if (name.trim() === "" || name.length > maxNameLength || !name.isWellFormed() || name.includes("\0")) {
    throw new CommandError(`A project name must have 1 to ${maxNameLength} characters.`);
  }
  const project = { id: newId(), name, createdAt: Date.now() };
  await withStore(flags, terminal, {
    create: true,
    run: (store) =>
      store.projects.create(project).catch((error: unknown) => {
        throw error instanceof ConflictError ? new CommandError(`A project "${name}" already exists.`) : error;
      }),
  });
  terminal.output.write(`${project.id}\n`);
  terminal.notices.write(`Created the project "${name}". Next: threadline key create --project "${name}"\n`);
}

export async function listProjects(flags: DataFlags, terminal: Terminal): Promise<void> {
  const projects = await withStore(flags, terminal, { run: (store) => store.projects.list() });
  const rows = projects.map(({ id, name, createdAt }) => [id, name, new Date(createdAt).toISOString()]);
  terminal.output.write(formatTable([["ID", "NAME", "CREATED"], ...rows]));
}
