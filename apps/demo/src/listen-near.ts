import { type Listener, type ThreadlineServer, listen } from "threadline";

/** Listens on 127.0.0.1 at the given port or, if it is in use, at a free port. */
export async function listenNear(server: ThreadlineServer, port: number): Promise<Listener> {
  try {
    return await listen(server, { port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return await listen(server, { port: 0 });
  }
}
