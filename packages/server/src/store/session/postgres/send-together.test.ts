import { Writable } from "node:stream";
import type { ClientBase } from "pg";
import { expect, test } from "vitest";
import { sendTogether } from "./send-together.ts";

test("statements of a turn of the event loop are sent at once, those of the next turn after them", async () => {
  const sent: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      sent.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      sent.push(chunks.map(({ chunk }) => String(chunk)).join(" "));
      done();
    },
  });
  const client = { connection: { stream } } as unknown as ClientBase; // only these fields are used
  const send = (text: string): void => {
    sendTogether(client);
    stream.write(text);
  };
  const turn = async (): Promise<void> => {
    send("BEGIN");
    await Promise.resolve();
    send("SELECT");
  };
  await turn();
  await new Promise(setImmediate);
  expect(sent).toEqual(["BEGIN SELECT"]);
  send("COMMIT");
  await new Promise(setImmediate);
  expect(sent).toEqual(["BEGIN SELECT", "COMMIT"]);
});
