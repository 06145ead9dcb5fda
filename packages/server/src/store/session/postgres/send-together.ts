import type { Socket } from "node:net";
import type { ClientBase } from "pg";

export function socketOf(client: ClientBase): Socket {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } }; // a private field of `pg`
  return connection.stream;
}

/**
 * Sends all statements of the current event loop turn together. Otherwise, each of them would be a system call and wake
 * the server separately.
 */
export function sendTogether(client: ClientBase): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}
