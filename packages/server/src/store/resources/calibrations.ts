import { type RawBuilder, sql } from "kysely";
import type { CalibratedVersion, CalibrationStore, JudgedLabel, JudgedTime, JudgedValue } from "../calibrations.ts";
import type { Session, Sessions } from "../session/session.ts";

/** Column of `scores` that contains the id of the target, by the kind of target. */
const targetColumns = {
  STEP: "step_id",
  RUN: "step_id",
  THREAD: "thread_id",
  EXPERIMENT_ITEM: "dataset_experiment_item_id",
} as const;

type TargetColumn = (typeof targetColumns)[keyof typeof targetColumns];

interface LabelRow {
  readonly id: string;
  readonly name: string;
  readonly targetId: string;
  readonly labeledBy: string;
  readonly value: number;
  readonly label: string | null;
}

interface JudgeRow {
  readonly id: string;
  readonly versionId: string;
  readonly targetId: string;
  readonly value: number;
  readonly label: string | null;
  readonly judgedAt: number;
}

export function createCalibrationStore(sessions: Sessions): CalibrationStore {
  return {
    labels: (projectId, versions, limit) =>
      sessions.read(projectId, async (session, project) => {
        const found: JudgedLabel[] = [];
        for (const column of new Set(versions.map(({ target }) => targetColumns[target]))) {
          const own = versions.filter(({ target }) => targetColumns[target] === column);
          // oxlint-disable-next-line no-await-in-loop -- at most three, one after the other in a session
          found.push(...(await labelsOf({ session, project, column, limit }, own)));
        }
        return found;
      }),

    values: (projectId, versionId, time, limit) =>
      sessions.read(projectId, (session, project) =>
        read<JudgedValue>(
          session,
          sql`SELECT value, max(label) AS label, count(*) AS count FROM (
                SELECT value, label FROM ${scoresOfVersion(session)}
                WHERE project_id = ${project} AND evaluator_version_id = ${versionId} ${within(time)}
                ORDER BY created_at DESC LIMIT ${limit}) newest
              GROUP BY value ORDER BY value`,
        ),
      ),

    unlabeled: (projectId, version, { passes, window, limit, ...time }) =>
      sessions.read(projectId, async (session, project) => {
        const target = sql.ref(targetColumns[version.target]);
        const own = sql`project_id = ${project} AND evaluator_version_id = ${version.id} ${within(time)}`;
        const decision = passes === null ? sql`` : comparison(passes);
        const labelOf = (column: string): RawBuilder<unknown> => sql`NOT EXISTS (
          SELECT 1 FROM scores l WHERE l.project_id = ${project} AND ${sql.ref(`l.${column}`)} = n.target
            AND l.name = ${version.scoreName} AND l.labeled_by IS NOT NULL)`;
        const isUnlabeled =
          targetColumns[version.target] === "step_id"
            ? sql`${labelOf("step_id")} AND ${labelOf("generation_id")}`
            : labelOf(targetColumns[version.target]);
        // Selects random targets by ordering the evaluator scores by id, because these ids are hashes.
        const rows = await read<{ readonly target: string }>(
          session,
          sql`SELECT n.target AS target FROM (
                SELECT ${target} AS target, id, value FROM ${scoresOfVersion(session)} WHERE ${own}
                ORDER BY created_at DESC LIMIT ${window}) n
              WHERE n.target IS NOT NULL ${decision} AND ${isUnlabeled} ORDER BY n.id LIMIT ${limit}`,
        );
        return rows.map((row) => row.target);
      }),
  };
}

interface LabelQuery {
  readonly session: Session;
  readonly project: number;
  readonly column: TargetColumn;
  readonly limit: number;
}

/**
 * Reads the labels first. Then reads only the evaluator scores of the labeled targets, because an evaluator version may
 * have many more scores than labels.
 */
async function labelsOf(
  { session, project, column, limit }: LabelQuery,
  versions: readonly CalibratedVersion[],
): Promise<JudgedLabel[]> {
  const target =
    column === "step_id"
      ? sql`CASE WHEN step_id IS NOT NULL THEN step_id ELSE generation_id END`
      : sql`${sql.ref(column)}`;
  const labels: LabelRow[] = [];
  for (const name of new Set(versions.map(({ scoreName }) => scoreName))) {
    labels.push(
      // oxlint-disable-next-line no-await-in-loop -- one after the other in a session
      ...(await read<LabelRow>(
        session,
        sql`SELECT id, name, ${target} AS "targetId", labeled_by AS "labeledBy", value, label FROM scores
          WHERE project_id = ${project} AND name = ${name} AND labeled_by IS NOT NULL AND ${target} IS NOT NULL
          ORDER BY created_at DESC, key DESC LIMIT ${limit}`,
      )),
    );
  }
  if (labels.length === 0) return [];
  const targets = [...new Set(labels.map(({ targetId }) => targetId))];
  const judged = await read<JudgeRow>(
    session,
    sql`SELECT id, evaluator_version_id AS "versionId", ${sql.ref(column)} AS "targetId", value, label,
          created_at AS "judgedAt"
        FROM scores WHERE project_id = ${project} AND ${session.dialect.isIn(column, targets)}
          AND evaluator_version_id IS NOT NULL`,
  );
  const judgesOf = Map.groupBy(judged, ({ targetId }) => targetId);
  const nameOf = new Map(versions.map(({ id, scoreName }) => [id, scoreName]));
  return labels.toReversed().flatMap(({ id, name, targetId, labeledBy, value, label }) =>
    (judgesOf.get(targetId) ?? [])
      .filter(({ versionId }) => nameOf.get(versionId) === name)
      .map((judge) => ({
        versionId: judge.versionId,
        targetId,
        judgeScoreId: judge.id,
        judgeValue: judge.value,
        judgeLabel: judge.label,
        judgedAt: judge.judgedAt,
        labelScoreId: id,
        labeledBy,
        value,
        label,
      })),
  );
}

function scoresOfVersion({ dialect }: Session): RawBuilder<unknown> {
  return dialect.byIndex("scores", "scores_by_evaluator_version");
}

function within({ from, until }: JudgedTime): RawBuilder<unknown> {
  const start = from === null ? sql`` : sql`AND created_at >= ${from}`;
  return until === null ? start : sql`${start} AND created_at <= ${until}`;
}

function comparison({ from, isPassed }: { readonly from: number; readonly isPassed: boolean }): RawBuilder<unknown> {
  return isPassed ? sql`AND n.value >= ${from}` : sql`AND n.value < ${from}`;
}

function read<Row>(session: Session, query: RawBuilder<Row>): Promise<Row[]> {
  return session.all(query.compile(session.db));
}
