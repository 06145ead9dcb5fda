import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** The socket of a connection. */
export function socketOf(client: ClientBase): Socket {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }; // a private field of `pg`
  return connection.stream;
}

/**
 * Sends all statements of the current turn of the event loop at once. Otherwise each one is a system call, and wakes the
 * server separately.
 */
export function sendTogether(client: ClientBase): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}
