import type { Threadline } from "@threadline/core";
import { customerRequests } from "./customer-requests.ts";
import { demoMetadata, hasDemoMark } from "./demo-mark.ts";
import { supportQuestions } from "./evaluate-assistant.ts";
import { patient } from "./patient.ts";

export interface RecordedDemo {
  /** Whether the project has any threads, including those of other applications. */
  hasThreads: boolean;
  /** Id of the newest thread with the name of the demo's first conversation. Null if no thread has this name. */
  threadId: string | null;
  /** Part of the demo that an interrupted recording has not completed; null if there is none. */
  unfinished: RecordingPart | null;
}

/** Parts of the demo, in the order in which they are recorded. */
export type RecordingPart = "agents" | "history";

/**
 * Metadata key of the dataset {@link markedDataset}. While the demo is being recorded, the value of the key is the
 * {@link RecordingPart} that is being recorded.
 */
const recordingKey = "recording";
const markedDataset = "support-questions";

/** Looks for records of an earlier run of the demo in the project. */
export async function recordedDemo(client: Threadline): Promise<RecordedDemo> {
  const value = customerRequests[0]?.subject ?? "";
  const { data } = await client.api.getThreads({ first: 1, filters: [{ field: "name", operator: "eq", value }] });
  const { totalCount } = await client.api.getThreads({ first: 1 });
  const part = (await client.api.getDataset({ name: markedDataset }, patient))?.metadata?.[recordingKey];
  const unfinished = part === "agents" || part === "history" ? part : null;
  return { hasThreads: totalCount > 0, threadId: data[0]?.id ?? null, unfinished };
}

/** Stores which part of the demo is being recorded. `part` is null when the recording is complete. */
export async function noteRecording(client: Threadline, part: RecordingPart | null): Promise<void> {
  const metadata = part === null ? demoMetadata : { ...demoMetadata, [recordingKey]: part };
  const known = await client.api.getDataset({ name: markedDataset }, patient);
  if (known === null) await client.api.createDataset({ name: markedDataset, description: supportQuestions, metadata });
  else if (hasDemoMark(known.metadata)) await client.api.updateDataset(known.id, { metadata });
}
