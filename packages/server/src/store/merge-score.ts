import { overlay } from "./merge-step.ts";
import { defineCodec, type RowCodec } from "./row-codec.ts";
import type { ScoreRecord, ScoreWrite } from "./scores.ts";

export const scoreCodec: RowCodec<ScoreRecord> = defineCodec<ScoreRecord>({
  id: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  name: "plain",
  type: "plain",
  value: "plain",
  label: "plain",
  scorer: "plain",
  comment: "plain",
  tags: "json",
  stepId: "plain",
  generationId: "plain",
  threadId: "plain",
  datasetExperimentItemId: "plain",
});

/** What a score becomes when a write arrives. */
export function mergeScore(existing: ScoreRecord | null, write: ScoreWrite): ScoreRecord {
  const { at, ...given } = write;
  if (existing !== null) return changeScore(existing, { ...given, updatedAt: at });
  const empty = { label: null, scorer: null, comment: null, tags: null, stepId: null, generationId: null };
  const blank = { ...given, ...empty, threadId: null, datasetExperimentItemId: null, createdAt: at, updatedAt: at };
  return overlay<ScoreRecord>(blank, given);
}

/** The score with what is given changed. */
export function changeScore(
  existing: ScoreRecord,
  change: { readonly [Field in keyof ScoreRecord]?: ScoreRecord[Field] | undefined },
): ScoreRecord {
  const { id, createdAt } = existing;
  return { ...overlay(existing, change), id, createdAt };
}
