import { overlay } from "../ingest/merge-step.ts";
import { maxSupersededJudgments, type ScoreRecord, type ScoreWrite, type SupersededJudgment } from "../scores.ts";

/** Maximum total length of the comments of a score's earlier judgments. */
const maxCommentsLength = 100_000;

export type ChangedFields = { readonly [Field in keyof ScoreRecord]?: ScoreRecord[Field] | undefined };

const empty = {
  label: null,
  scorer: null,
  comment: null,
  tags: null,
  stepId: null,
  generationId: null,
  threadId: null,
  datasetExperimentItemId: null,
  evaluatorVersionId: null,
  evaluationRuleId: null,
  labeledBy: null,
  supersededJudgments: null,
};

export function mergeScore(existing: ScoreRecord | null, write: ScoreWrite): ScoreRecord {
  const { at, createdAt, isJudgment = false, ...given } = write;
  if (existing === null) {
    return overlay<ScoreRecord>({ ...given, ...empty, createdAt: createdAt ?? at, updatedAt: at }, given);
  }
  const changed = changeScore(existing, { ...given, updatedAt: at });
  // If `at` is the time of the stored judgment, this write repeats the stored judgment.
  if (!isJudgment || existing.createdAt === at) return changed;
  // The given judgment is older than the stored one, so it is added to the earlier judgments. This happens if the write
  // was delayed, or if the clock of the server that wrote the stored judgment was ahead.
  if (existing.createdAt > at) {
    const { value, label = null, comment = null } = given;
    return { ...existing, supersededJudgments: addEarlier(existing, { value, label, comment, createdAt: at }) };
  }
  return { ...changed, createdAt: at, supersededJudgments: supersede(existing) };
}

/** Changes fields of a score. The time and the earlier judgments of the score stay. */
export function changeScore(existing: ScoreRecord, change: ChangedFields): ScoreRecord {
  const { id, createdAt, supersededJudgments } = existing;
  return { ...overlay(existing, change), id, createdAt, supersededJudgments };
}

function supersede(score: ScoreRecord): SupersededJudgment[] {
  const { value, label, comment, createdAt, supersededJudgments } = score;
  return limited([{ value, label, comment, createdAt }, ...(supersededJudgments ?? [])]);
}

function addEarlier({ supersededJudgments }: ScoreRecord, judgment: SupersededJudgment): SupersededJudgment[] {
  const others = (supersededJudgments ?? []).filter(({ createdAt }) => createdAt !== judgment.createdAt);
  return limited([...others, judgment].toSorted((one, other) => other.createdAt - one.createdAt));
}

/** Returns the newest of `judgments`, which are sorted newest first, up to the maximum number and length. */
function limited(judgments: readonly SupersededJudgment[]): SupersededJudgment[] {
  const all = judgments.slice(0, maxSupersededJudgments);
  let length = 0;
  const end = all.findIndex((judgment) => (length += judgment.comment?.length ?? 0) > maxCommentsLength);
  return end === -1 ? all : all.slice(0, Math.max(end, 1));
}
