import type {
  MutationCreateScoreArgs,
  MutationUpsertThreadArgs,
  StepInput,
  ThreadInput,
} from "@threadline/schema/server";
import { badInput } from "./errors.ts";
import type { Given } from "./text.ts";

/**
 * Prefix of the ids of records that browser keys create. Browser keys can write only to ids with this prefix. The rest
 * of an id is random, and browser keys cannot read ids. A page therefore cannot guess the ids of other pages' records
 * and write to them.
 */
export const browserIdPrefix = "browser-";

/** Minimum length of an id: its prefix and 128 random bits, as hexadecimal digits. */
const minLength = browserIdPrefix.length + 32;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Throws unless a browser key may write the step. */
export function checkBrowserStep(step: StepInput, now: number): void {
  requireOwn("id", step.id);
  requireOwnReference("threadId", step.threadId);
  // The usage of a step is added to its parents. The parent must be a step of browser keys, so that a page cannot
  // change the usage of other steps.
  requireOwnReference("parentId", step.parentId);
  requireOwnReference("rootRunId", step.rootRunId);
  for (const field of ["startTime", "endTime", "createdAt"] as const) requireRecent(field, step[field], now);
  if (step.scores?.length) throw badInput("scores", "a browser key cannot create scores with a step; use createScore");
  for (const [index, { id, objectKey }] of (step.attachments ?? []).entries()) {
    const field = `attachments[${index}].`;
    if (id) requireOwn(`${field}id`, id);
    // An attachment prevents the deletion of its file. The file must be from a browser key, so that a page cannot
    // prevent the deletion of other files.
    if (objectKey && !objectKey.slice(objectKey.lastIndexOf("/") + 1).startsWith(browserIdPrefix)) {
      throw badInput(
        `${field}objectKey`,
        "must be of a file that was uploaded with a browser key, because a browser key cannot attach other files",
      );
    }
  }
}

/** Throws unless a browser key may write the thread. */
export function checkBrowserThread(thread: MutationUpsertThreadArgs | ThreadInput): void {
  requireOwn("id", thread.id);
  if (thread.participantId != null) {
    throw badInput("participantId", "a browser key cannot set the user, because a page could pretend to be any user");
  }
}

/** Throws unless a browser key may create the score. Its target may be any step or thread. */
export function checkBrowserScore(score: MutationCreateScoreArgs, now: number): void {
  if (score.id != null) requireOwn("id", score.id);
  if (score.type !== "HUMAN") throw badInput("type", "a browser key can only create scores of the type HUMAN");
  if (score.datasetExperimentItemId) {
    throw badInput("datasetExperimentItemId", "a browser key cannot score experiments");
  }
  requireRecent("createdAt", score.createdAt, now);
}

/** Throws unless a browser key may refer to the thread of an upload. */
export function checkBrowserUpload({ threadId }: { readonly threadId: string | null }): void {
  requireOwnReference("threadId", threadId);
}

function requireOwn(field: string, id: string): void {
  if (id.startsWith(browserIdPrefix) && id.length >= minLength) return;
  throw badInput(
    field,
    `a browser key can only write records whose ids start with "${browserIdPrefix}" and have at least ${minLength} characters`,
  );
}

function requireOwnReference(field: string, id: Given<string>): void {
  if (id) requireOwn(field, id);
}

/**
 * Throws if the time is older than a day, or more than an hour in the future. A step with an old time would move the
 * start of its thread back, so that retention would delete the whole thread too early.
 */
function requireRecent(field: string, time: Given<number>, now: number): void {
  if (time == null || (time >= now - dayMs && time <= now + hourMs)) return;
  throw badInput(field, "must be within the last 24 hours for a browser key; check the clock of the device");
}
