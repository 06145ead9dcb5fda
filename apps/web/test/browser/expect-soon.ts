import { expect } from "vitest";

/** Polls an expectation about a page. The timeout is long for a busy machine. */
export function expectSoon<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000, interval: 100 });
}
