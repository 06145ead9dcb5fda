import { connect, type Socket } from "node:net";

/** Connections without requests. A connection that the service closes is opened again. */
export class IdleConnections {
  ended = 0;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #isOver = false;

  constructor(url: string, count: number) {
    this.#port = Number(new URL(url).port);
    for (let index = 0; index < count; index += 1) this.#open();
  }

  close(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(): void {
    const socket = connect(this.#port, "127.0.0.1");
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      this.#sockets.delete(socket);
      if (this.#isOver) return;
      this.ended += 1;
      setTimeout(() => {
        if (!this.#isOver) this.#open();
      }, 20);
    });
  }
}
