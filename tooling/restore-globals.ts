/** For files that share a process: each leaves the globals and timers as it found them. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
