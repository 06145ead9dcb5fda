import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createMailer } from "./create-mailer.ts";

test("an error text that is cut within the password contains no part of it", async () => {
  const password = "abcdefghijklmnopqrstuvwxyz0123456789";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail\r\n");
    socket.on("data", (data) => {
      const isGreeting = data.toString().startsWith("EHLO");
      socket.write(isGreeting ? "250-mail\r\n250 AUTH PLAIN\r\n" : `535 ${"x".repeat(255)}${password}\r\n`);
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // not a string, because the server listens on a port
  const mailer = createMailer({ url: `smtp://user:${password}@127.0.0.1:${port}`, from: "a@example.com" });
  const failure = mailer.send({ to: "b@example.com", subject: "Subject", text: "Text" });
  await expect(failure).rejects.toThrow(/x…/);
  await expect(failure).rejects.not.toThrow("abcdef");
});
