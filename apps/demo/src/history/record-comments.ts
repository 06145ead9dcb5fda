import type { Threadline } from "@threadline/core";
import { patient } from "../patient.ts";
import { historyId } from "./history-id.ts";

const comments: Readonly<Record<string, string>> = {
  "costly/0":
    "Release 1.13.0 sends the **lock file** to the model with each call: 30,000 tokens instead of 2,000. Rolled back to 1.12.0; the next release leaves out generated files.",
  "review/0": "120 tool calls for one pull request. Worth it here, but please cap the loop at 60.",
};

export async function recordComments({ api }: Threadline, edition: number): Promise<void> {
  for (const [key, text] of Object.entries(comments)) {
    const threadId = historyId(edition, key);
    const { totalCount } = await api.getComments({ threadId }, patient);
    if (totalCount === 0) await api.createComment({ threadId, text }, patient);
  }
}
