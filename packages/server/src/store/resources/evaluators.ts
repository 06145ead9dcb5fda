import { isDeepStrictEqual } from "node:util";
import { ConflictError, limitReached, nameTaken } from "../errors.ts";
import type { EvaluatorRecord, EvaluatorStore, EvaluatorVersionRecord } from "../evaluators.ts";
import { evaluators as evaluatorTable, evaluatorVersions } from "../schema/evaluators.ts";
import { RecordTable } from "../session/record-table.ts";
import type { ProjectJob, Session, Sessions } from "../session/session.ts";

const evaluators = new RecordTable(evaluatorTable);
const versions = new RecordTable(evaluatorVersions);

export function createEvaluatorStore(sessions: Sessions): EvaluatorStore {
  /**
   * Runs a transaction that changes the names or number of evaluators. Waits until no other such transaction of the
   * project runs.
   */
  const change = <Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> =>
    sessions.write(projectId, async (session, project) => {
      await session.holdLock("evaluators", project);
      return job(session, project);
    });

  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) =>
        evaluators.all(session, project, (query) => query.orderBy("name")),
      ),

    get: (projectId, id) => sessions.read(projectId, (session, project) => evaluators.get(session, project, id)),

    findByName: (projectId, name) => sessions.read(projectId, (session, project) => findByName(session, project, name)),

    create: (projectId, evaluator, version, limit) =>
      change(projectId, async (session, project) => {
        await requireFreeName(session, project, evaluator.name);
        const count = await evaluators.count(session, project);
        if (count >= limit) throw limitReached("evaluators", { count, limit });
        const created = { ...evaluator, latestVersionId: version.id };
        await evaluators.insert(session, project, created);
        await versions.insert(session, project, { ...version, evaluatorId: evaluator.id, number: 1 });
        return created;
      }),

    update: (projectId, id, changed) =>
      change(projectId, async (session, project) => {
        const before = await evaluators.lock(session, project, id);
        if (before === null) return null;
        if (changed.name !== before.name) await requireFreeName(session, project, changed.name);
        const after = { ...before, ...changed };
        await evaluators.replace(session, project, after);
        return after;
      }),

    // Holds the lock of the evaluator, so that only one transaction at a time chooses a version number.
    addVersion: (projectId, version, limit, basedOn) =>
      sessions.write(projectId, async (session, project) => {
        const evaluator = await evaluators.lock(session, project, version.evaluatorId);
        if (evaluator === null) return null;
        if (basedOn !== undefined && basedOn !== evaluator.latestVersionId)
          throw new ConflictError(
            "The evaluator has a newer version than the one you changed. Apply your change to the newer version.",
          );
        const latest = await versions.get(session, project, evaluator.latestVersionId);
        if (latest !== null && hasSameContent(latest, version)) return latest;
        const number = (latest?.number ?? 0) + 1;
        if (number > limit)
          throw new ConflictError(
            `The evaluator has ${limit} versions, which is the maximum. Create another evaluator.`,
          );
        const created = { ...version, number };
        await versions.insert(session, project, created);
        const updatedAt = Math.max(evaluator.updatedAt, version.createdAt);
        await evaluators.replace(session, project, { ...evaluator, latestVersionId: version.id, updatedAt });
        return created;
      }),

    getVersions: (projectId, ids) =>
      sessions.read(projectId, (session, project) => versions.getMany(session, project, ids)),

    newestVersions: (projectId, evaluatorId, { first, skip }) =>
      sessions.read(projectId, (session, project) =>
        versions.all(session, project, (query) =>
          query.where("evaluator_id", "=", evaluatorId).orderBy("number", "desc").limit(first).offset(skip),
        ),
      ),

    delete: (projectId, id) =>
      sessions.write(projectId, async (session, project) => {
        // Waits for transactions that add a version.
        if ((await evaluators.lock(session, project, id)) === null) return null;
        await session.run(
          session.db.deleteFrom("evaluator_versions").where("project_id", "=", project).where("evaluator_id", "=", id),
        );
        return evaluators.delete(session, project, id);
      }),
  };
}

function hasSameContent(version: EvaluatorVersionRecord, other: Omit<EvaluatorVersionRecord, "number">): boolean {
  const contentOf = ({ kind, target, scoreName, definition }: typeof other): object => ({
    kind,
    target,
    scoreName,
    definition,
  });
  return isDeepStrictEqual(contentOf(version), contentOf(other));
}

function findByName(session: Session, project: number, name: string): Promise<EvaluatorRecord | null> {
  return evaluators.findBy(session, project, { name });
}

async function requireFreeName(session: Session, project: number, name: string): Promise<void> {
  if ((await findByName(session, project, name)) !== null) throw nameTaken("An evaluator", name);
}
