import { sql } from "kysely";
import { ConflictError, nameTaken } from "../errors.ts";
import type { ProjectRecord, ProjectStore } from "../projects.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { type Session, type Sessions, withoutConflict } from "../session/session.ts";
import { createApiKeyStore } from "./api-keys.ts";
import { requireClaim, requireClaimAnywhere, requireOwnFactor } from "./claims.ts";
import { addMember, ownersOfOldest } from "./members.ts";

export interface ProjectRemoval {
  /** Starts the deletion when the session's transaction is committed. */
  start(session: Session): void;
  finish(): Promise<void>;
}

/** Tables whose rows give access to a project. */
const entries = ["api_keys", "members", "invitations", "thread_shares"] as const;

const columns = ["id", "name", "created_at as createdAt"] as const;

const queries = new CompiledQueries();

export function createProjectStore(sessions: Sessions, removal: ProjectRemoval): ProjectStore {
  const inFreeName = <Result>(name: string, job: (session: Session) => Promise<Result>): Promise<Result> =>
    withoutConflict(
      sessions,
      () => nameTaken("A project", name),
      () => sessions.writeInstallation(job),
    );

  return {
    ...createApiKeyStore(sessions),

    create: (project, owners, claim) =>
      inFreeName(project.name, async (session) => {
        await requireClaimAnywhere(session, claim);
        const { id, name, createdAt } = project;
        const accounts = owners ?? (await ownersOfOldest(session));
        const inserted = await session.get(
          session.db
            .insertInto("projects")
            .values({ id, name, created_at: createdAt, requires_second_factor: 0 })
            .returning("key"),
        );
        if (inserted === undefined) return project;
        for (const account of accounts) {
          // oxlint-disable-next-line no-await-in-loop -- one statement after the other
          await addMember(session, inserted.key, { account, role: "owner", createdAt });
        }
        return project;
      }),

    rename: (id, name, claim) =>
      inFreeName(name, async (session) => {
        const key = await keyOf(session, id);
        if (key === null) return null;
        await requireClaim(session, key, claim);
        return change(session, id, { name });
      }),

    delete: (id, deletedAt, claim) =>
      sessions.writeInstallation(async (session) => {
        const key = await keyOf(session, id);
        if (key === null) return null;
        // Waits for writes to the project. The order of the two locks is the same as in these writes: first this one,
        // then the lock of `requireClaim`.
        await session.holdLock("projects", key);
        await requireClaim(session, key, claim);
        // Only one project is deleted at a time. Otherwise, two transactions could delete the last two projects at the
        // same time.
        await session.lockTables("projects");
        const projects = session.db.selectFrom("projects").select(columns);
        const project = await session.get(projects.where("key", "=", key));
        if (project === undefined) return null;
        if ((await session.get(projects.where("key", "<>", key).limit(1))) === undefined) {
          throw new ConflictError("The last project cannot be deleted; create another one first.");
        }
        await remove(session, key, deletedAt);
        removal.start(session);
        return project;
      }),

    settle: () => removal.finish(),

    retention: (id) =>
      sessions.readInstallation(async (session) => {
        const projects = session.db.selectFrom("projects").select("retention_days");
        return (await session.get(projects.where("id", "=", id)))?.retention_days ?? null;
      }),

    setRetention: (id, days) => sessions.writeInstallation((session) => change(session, id, { retention_days: days })),

    ownRetention: (id) =>
      sessions.readInstallation(async (session) => {
        const projects = session.db.selectFrom("projects").select("own_retention_days");
        return (await session.get(projects.where("id", "=", id)))?.own_retention_days ?? null;
      }),

    requiresSecondFactor: (id) =>
      sessions.readInstallation(async (session) => {
        const projects = session.db.selectFrom("projects").select("requires_second_factor");
        return (await session.get(projects.where("id", "=", id)))?.requires_second_factor === 1;
      }),

    requireSecondFactor: (id, isRequired, claim) =>
      sessions.writeInstallation(async (session) => {
        const key = await keyOf(session, id);
        if (key === null) return null;
        await requireClaim(session, key, claim);
        if (isRequired) await requireOwnFactor(session, claim);
        return change(session, id, { requires_second_factor: isRequired ? 1 : 0 });
      }),

    list: () =>
      sessions.readInstallation((session) =>
        session.all(session.db.selectFrom("projects").select(columns).orderBy("key")),
      ),

    find: (idOrName) =>
      sessions.readInstallation(async (session) => {
        const query = () =>
          session.db
            .selectFrom("projects")
            .select(columns)
            .where((build) => build.or([build("id", "=", idOrName), build("name", "=", idOrName)]))
            .orderBy(sql`CASE WHEN id = ${idOrName} THEN 0 ELSE 1 END`)
            .limit(1);
        return (await session.get(queries.of(session, "find", query, [idOrName, idOrName, idOrName, 1]))) ?? null;
      }),
  };
}

async function remove(session: Session, project: number, deletedAt: number): Promise<void> {
  const { db } = session;
  await session.enter(project);
  const file = await session.get(db.selectFrom("files").select("key").where("project_id", "=", project).limit(1));
  const flags = { is_freed: 0, has_files: file === undefined ? 0 : 1 };
  await session.run(db.insertInto("deleted_projects").values({ key: project, deleted_at: deletedAt, ...flags }));
  await session.run(db.deleteFrom("projects").where("key", "=", project));
  for (const table of entries) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    await session.run(db.deleteFrom(table).where("project_id", "=", project));
  }
  await session.run(sql`DELETE FROM repricings WHERE project_id = ${project}`.compile(db));
}

async function keyOf(session: Session, id: string): Promise<number | null> {
  return (await session.get(session.db.selectFrom("projects").select("key").where("id", "=", id)))?.key ?? null;
}

interface Change {
  readonly name?: string;
  readonly retention_days?: number | null;
  readonly own_retention_days?: number | null;
  readonly requires_second_factor?: number;
}

async function change(session: Session, id: string, values: Change): Promise<ProjectRecord | null> {
  const update = session.db.updateTable("projects").set(values).where("id", "=", id).returning(columns);
  return (await session.get(update)) ?? null;
}
