import type { Answer } from "./answers.ts";

/**
 * A part of a long response. Its `answer` reserves memory for the text until the client has received it; null for a
 * text of a few characters.
 */
export interface Portion {
  readonly text: string;
  readonly answer: Answer | null;
}

export interface PortionedBodyOptions {
  /** Time after which a response that the client does not read is aborted, in milliseconds. */
  readonly maxUnreadMs: number;
  /** Closes the connection. If absent, the stream fails instead. */
  readonly endConnection?: (() => void) | undefined;
}

const encoder = new TextEncoder();

/**
 * Returns the body of a response of any length. Each portion is read after the client has received the previous one.
 */
export function portionedBody(
  first: Portion,
  rest: AsyncGenerator<Portion, void>,
  { maxUnreadMs, endConnection }: PortionedBodyOptions,
): ReadableStream<Uint8Array> {
  let held: Answer | null = first.answer;
  let next: Portion | null = first;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  const release = (): void => {
    clearTimeout(timer);
    held?.release();
    held = null;
  };
  const end = async (): Promise<void> => {
    isOver = true;
    next = null;
    release();
    await rest.return();
  };

  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        let portion = next;
        next = null;
        if (!portion) {
          release();
          portion = (await rest.next()).value ?? null;
        }
        if (isOver) return portion?.answer?.release();
        if (!portion) {
          isOver = true;
          return controller.close();
        }
        held = portion.answer;
        controller.enqueue(encoder.encode(portion.text));
        return watch(controller);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );

  function watch(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void end();
      if (endConnection) endConnection();
      else controller.error(new Error("The client stopped reading the response"));
    }, maxUnreadMs).unref();
  }
}
