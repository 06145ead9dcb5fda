import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { UnavailableError } from "../../src/store/errors.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";

/** Returns a message of the PostgreSQL protocol: type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const authenticated = message("R", Buffer.alloc(4));
const ready = message("Z", Buffer.from("I"));
const shutDown = message("E", Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0"));

test("a database that ends a connection with the last byte of the handshake is unavailable, and does not end the process", async () => {
  const sockets = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([authenticated, ready, shutDown])));
  });
  sockets.listen(0, "127.0.0.1");
  await once(sockets, "listening");
  onTestFinished(() => void sockets.close());
  const { port } = sockets.address() as AddressInfo; // not a string, because the server listens on a port
  // An unhandled error would fail the test run.
  await expect(openPostgresStore({ url: `postgres://user@127.0.0.1:${port}/none` })).rejects.toThrow(UnavailableError);
});
