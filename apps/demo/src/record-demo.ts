import type { Threadline } from "@threadline/core";
import { formatRecords } from "./format-records.ts";
import { openModel } from "./model-access.ts";
import { readRecords } from "./read-records.ts";
import { runDemo } from "./run-demo.ts";

export interface RecordDemoOptions {
  client: Threadline;
  /** OpenAI key. Without a key, the local stand-in is used. */
  openaiApiKey?: string | undefined;
  openaiModel?: string | undefined;
}

/** Runs the demo, and prints what it recorded. Resolves to the id of the thread to open first. */
export async function recordDemo({ client, ...access }: RecordDemoOptions): Promise<string | null> {
  const model = await openModel({ ...access, latencyMs: 30 });
  try {
    console.log(`The model is ${model.description}.\n`);
    const run = await runDemo({ client, model });
    console.log(formatRecords(await readRecords(client, run)));
    return run.threadIds[0] ?? null;
  } finally {
    await model.close();
  }
}
