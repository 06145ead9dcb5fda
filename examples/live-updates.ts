/** Live updates: receive notifications of the changes in a thread. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const { id: threadId } = await client.thread({ id: crypto.randomUUID(), name: "Watched" }).upsert();

// From here on, a notification arrives for every change. To get earlier records, read them.
const notices = await client.api.recordChanges({ kinds: ["STEP", "THREAD"], threadId });
await client.step({ name: "question", type: "user_message", threadId, output: { content: "Still open?" } }).send();

for await (const { changes, overflow } of notices) {
  // A notification names the changed records. After many changes, there may be a single notification without names
  // (`overflow`); then read all records again.
  if (overflow) console.log("much changed");
  for (const { kind, change } of changes) console.log(kind, change);
  break;
}
