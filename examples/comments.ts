/** Comments: notes in Markdown on a thread or a step, for people who review it. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const { id: threadId } = await client.api.upsertThread({ threadId: crypto.randomUUID(), name: "Refund" });
const step = await client.step({ name: "answer", type: "run", threadId, output: { content: "No." } }).send();

const comment = await client.api.createComment({ stepId: step.id ?? "", text: "Too **short**" });
await client.api.updateComment(comment.id, { text: "Too **short** for a refund" });
await client.api.createComment({ threadId, text: "The customer wrote twice" });

const { data, totalCount } = await client.api.getComments({ stepId: step.id ?? "" });
for (const { author, text } of data) console.log(`${author.kind}: ${text}`);
console.log(`${totalCount} on the step, ${(await client.api.getComments({ threadId })).totalCount} on the thread`);
