import { GraphQLRequestError, type StepConstructor, type Threadline, type UpsertThread } from "@threadline/core";
import { demoMetadata, demoPrefix, demoTag } from "../demo-mark.ts";
import { drawPicture } from "./draw-picture.ts";
import { historyId } from "./history-id.ts";
import { historyScoreSchemas } from "./history-score-schemas.ts";
import type { HistoryThread } from "./history-thread.ts";
import { inParallel } from "../in-parallel.ts";
import { people, type Person } from "./people.ts";
import { patient } from "../patient.ts";
import { planHistory } from "./plan-history.ts";
import { recordExperiments } from "./record-experiments.ts";
import { supportPromptName, supportPrompts } from "./scripts/support-prompts.ts";

export interface RecordHistoryOptions {
  client: Threadline;
  /** End of the history, in epoch milliseconds; used unless a part of it is recorded already. */
  anchor: number;
}

export interface RecordedHistory {
  edition: number;
  threadIds: string[];
  stepCount: number;
}

const day = 24 * 3_600_000;
const stepsPerCall = 100;
const endKey = "historyEnd";

/** Records 14 days of conversations with the public API. What is recorded already stays as it is. */
export async function recordHistory({ client, anchor: now }: RecordHistoryOptions): Promise<RecordedHistory> {
  const { edition, anchor, isNew } = await openEdition(client, now);
  await recordScoreSchemas(client);
  const promptIds = await recordPrompts(client, anchor);
  if (isNew) await client.api.updatePromptAbTesting(supportPromptName, [{ version: 2, rollout: 100 }], patient);
  const threads = planHistory({ edition, anchor, promptIds });
  const participantIds = new Map<string, string>();
  await inParallel(people, async (person) => {
    participantIds.set(person.identifier, await recordPerson(client, person));
  });
  const steps: StepConstructor[] = [];
  await inParallel(threads, async (thread) => {
    const isStored = await upsertUnlessDeleted(client, {
      threadId: thread.id,
      name: thread.name,
      tags: [demoTag, ...thread.tags],
      metadata: thread === threads[0] ? { ...thread.metadata, [endKey]: iso(anchor) } : thread.metadata,
      participantId: participantIds.get(thread.person.identifier),
      environment: thread.environment,
    });
    if (!isStored) return;
    if (isNew || !(await hasPhotos(client, thread))) await recordPhotos(client, thread);
    steps.push(...thread.steps);
  });
  const batches = Array.from({ length: Math.ceil(steps.length / stepsPerCall) }, (_, index) =>
    steps.slice(index * stepsPerCall, (index + 1) * stepsPerCall),
  );
  await inParallel(batches, async (batch) => {
    await client.api.sendSteps(batch, patient);
  });
  await recordExperiments({ client, edition, anchor, promptIds });
  return { edition, threadIds: threads.map(({ id }) => id), stepCount: steps.length };
}

/**
 * Returns the edition to record and its end. Ids of deleted records cannot be written again, so a removed history is
 * recorded with the ids of the next edition.
 */
async function openEdition(
  client: Threadline,
  now: number,
): Promise<{ edition: number; anchor: number; isNew: boolean }> {
  for (let edition = 0; ; edition++) {
    const threadId = historyId(edition, "support/0");
    const known = await client.api.getThread(threadId, patient);
    if (known) {
      const end = Date.parse(String(known.metadata?.[endKey]));
      return { edition, anchor: Number.isNaN(end) ? now : end, isNew: false };
    }
    const thread = { threadId, tags: [demoTag], metadata: { [endKey]: iso(now) } };
    if (await upsertUnlessDeleted(client, thread)) return { edition, anchor: now, isNew: true };
  }
}

/** Returns false if the thread was deleted before. */
async function upsertUnlessDeleted(client: Threadline, thread: UpsertThread): Promise<boolean> {
  try {
    await client.api.upsertThread(thread, patient);
    return true;
  } catch (error) {
    if (error instanceof GraphQLRequestError && error.codes.includes("DELETED")) return false;
    throw error;
  }
}

async function recordScoreSchemas(client: Threadline): Promise<void> {
  const known = new Set((await client.api.getScoreSchemas(patient)).map(({ name }) => name));
  for (const schema of historyScoreSchemas) {
    if (!known.has(schema.name)) await client.api.createScoreSchema(schema, patient);
  }
}

/** Records the versions of the support prompt, the oldest first, and returns their ids. */
async function recordPrompts(client: Threadline, anchor: number): Promise<string[]> {
  await client.api.createPromptLineage(supportPromptName, `${demoPrefix}answers of the support agent`, patient);
  const ids: string[] = [];
  for (const { templateMessages, description, daysAgo } of supportPrompts) {
    const settings = { provider: "openai", model: "gpt-4o-mini", temperature: 0.2 };
    const options = { ...patient, versionDesc: `${demoPrefix}${description}`, createdAt: iso(anchor - daysAgo * day) };
    const version = await client.api.getOrCreatePrompt(supportPromptName, templateMessages, settings, null, options);
    ids.push(version.id);
  }
  return ids;
}

/** Returns the id of the user; an existing user stays as it is. */
async function recordPerson(client: Threadline, person: Person): Promise<string> {
  const { identifier, name, language, plan, city } = person;
  const known = await client.api.getUser(identifier, patient);
  if (known?.id) return known.id;
  const created = await client.api.createUser(identifier, { name, language, plan, city, ...demoMetadata }, patient);
  return created.id ?? identifier;
}

async function hasPhotos(client: Threadline, { id, photos }: HistoryThread): Promise<boolean> {
  if (photos.length === 0) return true;
  const thread = await client.api.getThread(id, patient);
  return thread?.steps?.some(({ attachments }) => attachments?.length) ?? false;
}

async function recordPhotos(client: Threadline, { id: threadId, photos }: HistoryThread): Promise<void> {
  for (const { id, name, subject, hue, step } of photos) {
    const mime = "image/png";
    const content = drawPicture(subject, hue);
    const { objectKey } = await client.api.uploadFile({ id, content, mime, threadId }, patient);
    if (objectKey !== null) step.attachments = [{ id, name, mime, objectKey }];
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
