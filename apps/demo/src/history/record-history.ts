import type { StepConstructor, ThreadConstructor, Threadline } from "@threadline/core";
import { demoMetadata, demoPrefix, demoTag } from "../demo-mark.ts";
import { drawPicture } from "./draw-picture.ts";
import { HistoryClock, type HistoryEnd } from "./history-clock.ts";
import { historyDashboard } from "./history-dashboard.ts";
import { historyScoreSchemas } from "./history-score-schemas.ts";
import type { HistoryThread } from "./history-thread.ts";
import { inParallel } from "../in-parallel.ts";
import { endMetadata, openEdition, upsertUnlessDeleted } from "./open-edition.ts";
import { people, type Person } from "./people.ts";
import { patient } from "../patient.ts";
import { planHistory } from "./plan-history.ts";
import { recordComments } from "./record-comments.ts";
import { recordExperiments } from "./record-experiments.ts";
import { recordPrompts, releasePrompt } from "./record-prompts.ts";
import { sendSteps } from "./send-steps.ts";

export interface RecordHistoryOptions {
  client: Threadline;
  /** End of a new history. Ignored if a part of the history is already recorded. */
  end: HistoryEnd;
}

export interface RecordedHistory {
  edition: number;
  threadIds: string[];
  stepCount: number;
}

/** Records 14 days of conversations through the public API. Records that already exist are not changed. */
export async function recordHistory({ client, end: now }: RecordHistoryOptions): Promise<RecordedHistory> {
  const { edition, end, isNew } = await openEdition(client, now);
  const clock = new HistoryClock(end);
  await recordScoreSchemas(client);
  await recordDashboard(client);
  const promptIds = await recordPrompts(client, clock);
  if (isNew) await releasePrompt(client);
  const threads = planHistory({ edition, end, promptIds });
  const participantIds = new Map<string, string>();
  await inParallel(people, async (person) => {
    participantIds.set(person.identifier, await recordPerson(client, person));
  });
  const steps: StepConstructor[] = [];
  const fieldsOf = (thread: HistoryThread): ThreadConstructor & { id: string } => ({
    id: thread.id,
    name: thread.name,
    tags: [...thread.tags, demoTag],
    metadata: thread === threads[0] ? { ...thread.metadata, ...endMetadata(end) } : thread.metadata,
    participantId: participantIds.get(thread.person.identifier),
    environment: thread.environment,
  });
  if (isNew) await recordThreads(client, threads.map(fieldsOf));
  await inParallel(threads, async (thread) => {
    const { id: threadId, ...fields } = fieldsOf(thread);
    if (!isNew && !(await upsertUnlessDeleted(client, { threadId, ...fields }))) return;
    if (isNew || !(await hasPhotos(client, thread))) await recordPhotos(client, thread);
    steps.push(...thread.steps);
  });
  await sendSteps(client, steps);
  await recordExperiments({ client, edition, clock, promptIds });
  await recordComments(client, edition);
  return { edition, threadIds: threads.map(({ id }) => id), stepCount: steps.length };
}

async function recordScoreSchemas(client: Threadline): Promise<void> {
  const known = new Set((await client.api.getScoreSchemas(patient)).map(({ name }) => name));
  for (const schema of historyScoreSchemas) {
    if (!known.has(schema.name)) await client.api.createScoreSchema(schema, patient);
  }
}

/** Records the dashboard. If the project already has a dashboard of the demo, even a changed one, does nothing. */
async function recordDashboard({ api }: Threadline): Promise<void> {
  const known = await api.getDashboards(patient);
  if (!known.some(({ description }) => description?.startsWith(demoPrefix)))
    await api.createDashboard(historyDashboard, patient);
}

async function recordThreads(client: Threadline, threads: ThreadConstructor[]): Promise<void> {
  const sent = threads.map((fields) => client.thread(fields).upsert());
  await client.flush(patient);
  await Promise.all(sent);
}

/** Returns the id of the user. If the user exists, does not change it. */
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
