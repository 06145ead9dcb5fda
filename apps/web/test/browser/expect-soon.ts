import { expect } from "vitest";

/** Expects something of a page that is still getting there, on a machine that may be busy. */
export function expectSoon<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000, interval: 100 });
}
