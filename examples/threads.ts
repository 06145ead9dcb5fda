/** A conversation: create a thread, record a question and its answer, and read the thread. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const thread = client.thread({ name: "Opening hours", participantId: "amara@example.com", tags: ["phone"] });
await thread.wrap(async () => {
  await client.step({ type: "user_message", name: "Amara", output: { content: "When do you open?" } }).send();
  await client.step({ type: "assistant_message", name: "Assistant", output: { content: "At nine." } }).send();
});
await client.flush();

const stored = await client.api.getThread(thread.id);
console.log(`${stored?.name} by ${stored?.participant?.identifier}: ${stored?.steps?.length} steps`);

const page = await client.api.getThreads({
  first: 1,
  filters: [{ field: "tags", operator: "in", value: ["phone"] }],
  orderBy: { column: "createdAt", direction: "DESC" },
});
console.log(`newest of the tag phone: ${page.data[0]?.name}`);
