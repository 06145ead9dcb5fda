import type { Threadline } from "@threadline/core";
import type { Service } from "./ask-service.ts";
import { recordConnection } from "./demo-connection.ts";
import { recordEvaluators, runBuiltIn } from "./demo-evaluators.ts";
import { recordReviewQueue } from "./demo-review-queue.ts";
import { formatRecords } from "./format-records.ts";
import type { HistoryEnd } from "./history/history-clock.ts";
import { recordHistory } from "./history/record-history.ts";
import { openModel } from "./model-access.ts";
import { readRecords } from "./read-records.ts";
import { noteRecording, type RecordingPart } from "./recorded-demo.ts";
import { removeDemo } from "./remove-demo.ts";
import { runDemo } from "./run-demo.ts";

export interface RecordDemoOptions {
  client: Threadline;
  service: Service;
  /** `baseURL` of the simulated provider. The demo's model connection calls this URL, also after the recording. */
  standInUrl: string;
  /** End of the generated history of conversations; null to record no history. */
  historyEnd: HistoryEnd | null;
  /** Part of the demo at which an earlier recording was interrupted. Null if no recording was interrupted. */
  unfinished: RecordingPart | null;
  /** OpenAI key. Without a key, the simulated provider is used. */
  openaiApiKey?: string | undefined;
  openaiModel?: string | undefined;
}

/**
 * Records the demo, and prints what it recorded. Completes an interrupted recording. Resolves to the id of the thread
 * to open first, or to null if an earlier recording already ran the agents.
 */
export async function recordDemo(options: RecordDemoOptions): Promise<string | null> {
  const { client, service, unfinished, historyEnd } = options;
  if (unfinished !== null) console.log("An earlier start was interrupted; the demo is completed.\n");
  if (unfinished === "agents") await removeDemo(client, service);
  const threadId = unfinished === "history" ? null : await recordAgents(options);
  if (historyEnd !== null) {
    await noteRecording(client, "history");
    const { threadIds, stepCount } = await recordHistory({ client, end: historyEnd });
    await recordReviewQueue(client);
    console.log(`History\n  ${threadIds.length} threads of the last 14 days, with ${stepCount} steps`);
  }
  await noteRecording(client, null);
  return threadId;
}

async function recordAgents({ client, service, standInUrl, ...access }: RecordDemoOptions): Promise<string | null> {
  await noteRecording(client, "agents");
  await recordEvaluators(client, await recordConnection(client, service, standInUrl));
  const model = await openModel({ ...access, latencyMs: 30 });
  try {
    console.log(`The model is ${model.description}.\n`);
    const run = await runDemo({ client, model });
    await runBuiltIn(client);
    console.log(formatRecords(await readRecords(client, run)));
    return run.threadIds[0] ?? null;
  } finally {
    await model.close();
  }
}
