import type { Answer } from "./answers.ts";

const wholeBytes = 64 * 1024;
const partLength = 64 * 1024;

/**
 * Returns the body of a response, encoded piece by piece as the client reads it. It is aborted when the client reads
 * nothing for `maxUnreadMs`. The memory of the response is released in every case.
 */
export function answerBody(
  pieces: readonly string[],
  {
    answer,
    bytes,
    maxUnreadMs,
    endConnection,
  }: {
    readonly answer: Answer;
    readonly bytes: number;
    readonly maxUnreadMs: number;
    /** Closes the connection of a client that does not read. If undefined, the response stream fails instead. */
    readonly endConnection?: (() => void) | undefined;
  },
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (bytes <= wholeBytes) {
    answer.release();
    return Buffer.from(pieces.join(""));
  }
  let rest: Iterator<Uint8Array> | null = parts(pieces);
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    rest = null;
    answer.release();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          if (!rest) return;
          end();
          if (endConnection) endConnection();
          else controller.error(new Error("The client stopped reading the response"));
        }, maxUnreadMs).unref();
      },
      pull(controller) {
        timer?.refresh();
        const part = rest?.next();
        if (!part || part.done) {
          end();
          controller.close();
          return;
        }
        answer.sent(part.value.length);
        controller.enqueue(part.value);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function* parts(pieces: readonly string[]): Generator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      let to = Math.min(from + partLength, piece.length);
      const last = piece.charCodeAt(to - 1);
      if (to < piece.length && last >= 0xd800 && last < 0xdc00) to -= 1;
      waiting.push(from === 0 && to === piece.length ? piece : piece.slice(from, to));
      length += to - from;
      from = to;
      if (length < partLength) continue;
      yield Buffer.from(waiting.join(""));
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.from(waiting.join(""));
}
