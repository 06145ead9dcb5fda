/** Live updates: what changes in a thread is told as it happens. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const { id: threadId } = await client.thread({ id: crypto.randomUUID(), name: "Watched" }).upsert();

// From here on every change is told; what was there before is read.
const notices = await client.api.recordChanges({ kinds: ["STEP", "THREAD"], threadId });
await client.step({ name: "question", type: "user_message", threadId, output: { content: "Still open?" } }).send();

for await (const { changes, overflow } of notices) {
  // A notice names what changed; a burst is one word, and a reason to read anew.
  if (overflow) console.log("much changed");
  for (const { kind, change } of changes) console.log(kind, change);
  break;
}
