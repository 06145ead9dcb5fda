import { createServer } from "node:net";

/** Ports below those that the system assigns, so that no other program gets one of them. */
const range = { from: 20_000, count: 12_000 };
let taken = 0;

/** Returns a closed port, on which a server can be started later. */
export async function closedPort(): Promise<number> {
  for (;;) {
    taken += 1;
    // Concurrent processes have similar ids. The factor spreads their ports.
    const port = range.from + ((process.pid * 97 + taken) % range.count);
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => probe.close(resolve));
  return isListening;
}
