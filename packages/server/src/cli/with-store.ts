import { access } from "node:fs/promises";
import { loadConfiguration } from "../config/load-configuration.ts";
import type { Configuration } from "../config/settings.ts";
import { describeDataFolder, prepareDataFolder, requireDatabase } from "../data-folder/data-folder.ts";
import type { DataFolder } from "../data-folder/data-folder.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

export interface DataFlags {
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databasePooler?: boolean | undefined;
  readonly config?: string | undefined;
}

/** Opens the store in the data folder, or in PostgreSQL, for one command. Servers may be using it at the same time. */
export async function withStore<Result>(
  flags: DataFlags,
  { env }: Pick<Terminal, "env">,
  {
    create = false,
    run,
  }: { readonly create?: boolean; readonly run: (store: Store, data: DataFolder) => Promise<Result> },
): Promise<Result> {
  const configuration = loadDataConfiguration(flags, env);
  const { store, data } = await openForCommand(configuration, create);
  try {
    return await run(store, data);
  } finally {
    await store.close();
  }
}

export function loadDataConfiguration(flags: DataFlags, env: Terminal["env"]): Configuration {
  const { dataDir, databaseUrl, databasePooler, config } = flags;
  return loadConfiguration({ flags: { dataDir, databaseUrl, databasePooler, config }, env });
}

async function openForCommand(
  { dataDir, databaseUrl, databasePooler }: Configuration,
  create: boolean,
): Promise<{ readonly store: Store; readonly data: DataFolder }> {
  if (databaseUrl !== undefined) {
    const { openPostgresStore } = await import("../store/postgres/open-postgres-store.ts");
    const preparedStatements = databasePooler ? 0 : undefined;
    const store = await openPostgresStore({
      url: databaseUrl,
      poolSize: 2,
      preparedStatements,
      makesPartitions: false,
    });
    return { store, data: describeDataFolder(dataDir) };
  }
  const data = create ? await prepareDataFolder(dataDir) : await findDataFolder(dataDir);
  requireDatabase(data);
  const { openSqliteStore } = await import("../store/sqlite/open-sqlite-store.ts");
  return { store: await openSqliteStore({ path: data.database }), data };
}

/**
 * Finds an existing data folder. Throws a {@link CommandError} otherwise, because a mistyped folder must not result in
 * an empty database.
 */
async function findDataFolder(folder: string): Promise<DataFolder> {
  const data = describeDataFolder(folder);
  await access(data.database).catch(() => {
    throw new CommandError(
      `No Threadline database in ${data.folder}. Set --data-dir to the data folder of the service, or create it with "threadline serve".`,
    );
  });
  return data;
}

/** Finds a project by id or name. Throws a {@link CommandError} that lists the projects if there is none. */
export async function findProject(store: Store, idOrName: string): Promise<ProjectRecord> {
  const project = await store.projects.find(idOrName);
  if (project) return project;
  const names = (await store.projects.list()).map(({ name }) => name);
  throw new CommandError(
    names.length === 0
      ? `There are no projects yet. Create one with "threadline project create ${idOrName}".`
      : `Project "${idOrName}" not found. Projects: ${names.join(", ")}.`,
  );
}
