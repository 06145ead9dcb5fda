/** Files: upload bytes, attach a file to a step, and read it from its signed URL. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const thread = await client.thread({ name: "Receipts" }).upsert();
const upload = await client.api.uploadFile({ threadId: thread.id, content: "plain text", mime: "text/plain" });
console.log(await (await fetch(String(upload.url))).text());

const message = thread.step({ type: "user_message", name: "Jonas", output: { content: "My receipt" } });
await message.wrap(async () => {
  await client.api.createAttachment({ name: "receipt.txt", mime: "text/plain", content: Buffer.from("149.00 EUR") });
});
await client.flush();

const stored = await client.api.getStep(message.id);
for (const { name, url } of stored?.attachments ?? [])
  console.log(`${name}: ${await (await fetch(String(url))).text()}`);
