import type { ScoreRecord, ScoreStore } from "../scores.ts";
import type { FieldSource } from "./condition.ts";
import type { Database } from "./database.ts";
import { groupBy } from "../session/group-by.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { RecordList } from "./record-list.ts";
import { TagChanges, tagsOf } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";
import { changeOneScore, deleteScores, scoreTable, upsertScores, type Consequences } from "./score-writer.ts";
import type { Session } from "./session.ts";
import { subjectOf } from "./subject-scores.ts";

export interface ScoreStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly now: () => number;
}

const ofThread = (column: string): string =>
  `CASE WHEN r.thread_id IS NOT NULL
    THEN (SELECT ${column} FROM threads t WHERE t.project_id = r.project_id AND t.id = r.thread_id)
    ELSE (SELECT ${column} FROM steps s JOIN threads t ON t.project_id = s.project_id AND t.id = s.thread_id
      WHERE s.project_id = r.project_id AND s.id = ${subjectOf("r")}) END`;

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  name: { value: "r.name" },
  value: { value: "r.value" },
  type: { value: "r.type" },
  label: { value: "r.label" },
  scorer: { value: "r.scorer" },
  comment: { value: "r.comment" },
  tags: tagsOf("score"),
  participant: { value: ofThread("t.participant"), alternatives: [ofThread("t.user_id")] },
  stepId: { value: subjectOf("r") },
  threadId: { value: "r.thread_id" },
};

const oldestFirst = "ORDER BY created_at, key";

/** The list of scores, which analyses read as well. */
export function createScoreList({
  database,
  projects,
  now,
}: Omit<ScoreStoreParts, "rollups">): RecordList<ScoreRecord> {
  return new RecordList<ScoreRecord>(database, projects, now, {
    resource: "scores",
    table: "scores",
    fields,
    load: (session, project, keys) => scoreTable.byKeys(session, project, keys),
  });
}

export function createScoreStore(parts: ScoreStoreParts): ScoreStore {
  const { database, projects, rollups } = parts;
  const records = createScoreList(parts);

  async function write<Result>(
    projectId: string,
    job: (session: Session, project: number, consequences: Consequences) => Promise<Result>,
  ): Promise<Result> {
    const project = await projects.of(projectId);
    return database.write(project, async (session) => {
      const consequences = { tags: new TagChanges(), rollups };
      const result = await job(session, project, consequences);
      await consequences.tags.store(session, project);
      return result;
    });
  }

  async function select(projectId: string, where: string, ...ids: (readonly string[])[]): Promise<ScoreRecord[]> {
    const project = await projects.of(projectId);
    return database.read(project, (session) => scoreTable.all(session, project, where, ...ids));
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    upsertMany: (projectId, writes) =>
      write(projectId, (session, project, consequences) => upsertScores(session, project, writes, consequences)),

    update: (projectId, id, change) =>
      write(projectId, (session, project, consequences) => changeOneScore(session, project, id, change, consequences)),

    async getMany(projectId, ids) {
      const scores = new Map((await select(projectId, "id = ANY(?)", ids)).map((score) => [score.id, score]));
      return ids.map((id) => scores.get(id) ?? null);
    },

    async ofSteps(projectId, stepIds) {
      const where = `(step_id = ANY(?) OR generation_id = ANY(?)) ${oldestFirst}`;
      const scores = await select(projectId, where, stepIds, stepIds);
      const subjects = scores.flatMap((score) =>
        [...new Set([score.stepId, score.generationId])].map((subject) => ({ subject, score })),
      );
      return groupBy(stepIds, subjects, ({ subject }) => subject ?? "").map((each) => each.map(({ score }) => score));
    },

    async ofThreads(projectId, threadIds) {
      const scores = await select(projectId, `thread_id = ANY(?) ${oldestFirst}`, threadIds);
      return groupBy(threadIds, scores, ({ threadId }) => threadId ?? "");
    },

    async ofExperimentItems(projectId, itemIds) {
      const scores = await select(projectId, `dataset_experiment_item_id = ANY(?) ${oldestFirst}`, itemIds);
      return groupBy(itemIds, scores, ({ datasetExperimentItemId }) => datasetExperimentItemId ?? "");
    },

    delete: (projectId, id, deletedAt) =>
      write(projectId, async (session, project, consequences) => {
        const found = { where: "id = ?", parameters: [id] };
        return (await deleteScores(session, project, found, deletedAt, consequences))[0] ?? null;
      }),
  };
}
