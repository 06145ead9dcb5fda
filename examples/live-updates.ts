/** Live updates: get notified of changes in a thread. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const { id: threadId } = await client.thread({ id: crypto.randomUUID(), name: "Watched" }).upsert();

// From here on, every change is notified; earlier records are read.
const notices = await client.api.recordChanges({ kinds: ["STEP", "THREAD"], threadId });
await client.step({ name: "question", type: "user_message", threadId, output: { content: "Still open?" } }).send();

for await (const { changes, overflow } of notices) {
  // A notification names the changed record. A burst may arrive as one, so read the records again.
  if (overflow) console.log("much changed");
  for (const { kind, change } of changes) console.log(kind, change);
  break;
}
